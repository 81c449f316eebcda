import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { startTestNode } from '../testing/test-node.ts';

test('a restarted node continues the same chain', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const [alice, bob] = node.accounts;
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const wallet = new Wallet(alice?.privateKey ?? '', provider);
  const sent = await wallet.sendTransaction({ to: bob?.address ?? '', value: parseEther('1.5') });
  const receipt = await sent.wait();
  provider.destroy();
  assert.equal(receipt?.status, 1);
  const before = node.node.chain.reader.head();
  await node.restart();
  assert.deepEqual(node.node.chain.reader.head(), before);
  const again = new JsonRpcProvider(node.urls.http, 9800, { staticNetwork: true, cacheTimeout: -1, batchStallTime: 0 });
  t.after(() => again.destroy());
  assert.equal((await again.getTransactionReceipt(sent.hash))?.blockHash, before.hash);
  assert.equal(await again.getBalance(bob?.address ?? ''), parseEther('10000001.5'));
});

test('txfee-cap has an effect on development networks when it is set, and only then', async (t) => {
  const feeOf = async (flags: Record<string, string>) => {
    const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
    const provider = new JsonRpcProvider(node.urls.http, 9800, {
      staticNetwork: true,
      cacheTimeout: -1,
      batchStallTime: 0,
    });
    const wallet = new Wallet(node.accounts[1]?.privateKey ?? '', provider);
    try {
      const gas = { gasLimit: 1_000_000n, maxFeePerGas: 3n * 10n ** 12n, maxPriorityFeePerGas: 0n };
      const sent = await wallet.sendTransaction({ to: wallet.address, ...gas });
      return (await sent.wait())?.status;
    } finally {
      provider.destroy();
      await node.close();
    }
  };
  assert.equal(await feeOf({}), 1);
  assert.equal(await feeOf({ 'json-rpc.txfee-cap': '3' }), 1);
  assert.equal(await feeOf({ 'json-rpc.txfee-cap': '0' }), 1);
  await assert.rejects(feeOf({ 'json-rpc.txfee-cap': '2.999999' }), /exceeds the configured cap/);
});

test('an operator may keep risky transactions out of the pool, with no effect on blocks and other nodes', async (t) => {
  const flags = { 'consensus.block-interval': '0s', 'mempool.reject-risk-above': '6000' };
  const node = await startTestNode(t, { flags });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = new Wallet(node.accounts[1]?.privateKey ?? '', provider);
  const rejected = async () => (await provider.send('qor_getAIStats', [])).txs_rejected;
  assert.equal(await rejected(), 0);
  const gas = { gasLimit: 200_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 0n };
  const runsAnything = '0x600035f433ff';
  await assert.rejects(
    wallet.sendTransaction({ data: runsAnything, ...gas }),
    /its risk of 10000 is above 6000 \(mempool.reject-risk-above\)/,
  );
  const harmless = await wallet.sendTransaction({ data: '0x6001600155', ...gas });
  assert.equal((await harmless.wait())?.status, 1);
  assert.equal(await rejected(), 1);
});
