import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { startTestNode } from '../testing/test-node.ts';

test('a restarted node continues the same chain', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const [alice, bob] = node.accounts;
  const provider = new JsonRpcProvider(node.urls.http);
  const wallet = new Wallet(alice?.privateKey ?? '', provider);
  const sent = await wallet.sendTransaction({ to: bob?.address ?? '', value: parseEther('1.5') });
  const receipt = await sent.wait();
  provider.destroy();
  assert.equal(receipt?.status, 1);
  const before = node.node.chain.reader.head();
  await node.restart();
  assert.deepEqual(node.node.chain.reader.head(), before);
  const again = new JsonRpcProvider(node.urls.http);
  t.after(() => again.destroy());
  assert.equal((await again.getTransactionReceipt(sent.hash))?.blockHash, before.hash);
  assert.equal(await again.getBalance(bob?.address ?? ''), parseEther('10000001.5'));
});
