import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSolanaRpc, address as toAddress } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { Contract, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { parseAddress, toBase58, toBech32 } from '../primitives/address.ts';
import { parseHash } from '../primitives/hash.ts';
import { toSignature } from '../svm/signature.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const bank = '0x0000000000000000000000000000000000000800';
const bankAbi = [
  'function balanceOf(address) view returns (uint256 amount, uint256 lamports, uint256 exact)',
  'function send(string to, uint256 amount, string memo)',
];
const receiver = parseAddress(`0x${'5c'.repeat(20)}`);

function clientsOf(node: TestNode) {
  const provider = new JsonRpcProvider(node.urls.http, undefined, { cacheTimeout: -1, batchStallTime: 0 });
  const alice = new Wallet(node.accounts[0]?.privateKey ?? '', provider);
  return { provider, alice, kit: createSolanaRpc(node.urls.svm), web3: new Connection(node.urls.svm, 'confirmed') };
}

test('every amount agrees over the three interfaces, to the last unit', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { provider, alice, kit } = clientsOf(node);
  t.after(() => provider.destroy());
  const contract = new Contract(bank, bankAbi, provider);
  for (const value of [1n, 999_999_999n, 1_000_000_000n, 123_456_789_987_654_321n]) {
    await (await alice.sendTransaction({ to: receiver, value })).wait();
  }
  const accounts = [receiver, ...node.accounts.map((account) => account.address)];
  for (const account of accounts) {
    const wei = await provider.getBalance(account);
    const { value: lamports } = await kit.getBalance(toAddress(toBase58(account))).send();
    const [uqor, inLamports, exact] = await contract.getFunction('balanceOf')(account);
    assert.equal(lamports, wei / 10n ** 9n, account);
    assert.deepEqual([uqor, inLamports, exact], [wei / 10n ** 12n, lamports, wei], account);
  }
  const rich = await kit.getBalance(toAddress(toBase58(accounts[2] ?? receiver))).send();
  assert.ok(rich.value > 2n ** 53n, 'more than a double can count');
});

test('a transfer made with ethers is in the history of its receiver within one block', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { provider, alice, web3 } = clientsOf(node);
  t.after(() => provider.destroy());
  const key = new PublicKey(toBase58(receiver));
  assert.deepEqual(await web3.getSignaturesForAddress(key), []);
  const receipt = await (await alice.sendTransaction({ to: receiver, value: parseEther('1.5') })).wait();
  assert.ok(receipt);
  const [entry, ...others] = await web3.getSignaturesForAddress(key);
  assert.deepEqual(others, []);
  assert.equal(entry?.signature, toSignature(parseHash(receipt.hash)));
  assert.equal(entry?.slot, receipt.blockNumber);
  const shown = await web3.getParsedTransaction(entry?.signature ?? '', { maxSupportedTransactionVersion: 0 });
  assert.deepEqual(shown?.meta?.postBalances[1], 1_500_000_000);
  assert.equal(BigInt(shown?.meta?.fee ?? 0), receipt.fee / 10n ** 9n);

  await node.restart();
  const again = new Connection(node.urls.svm, 'confirmed');
  assert.deepEqual(await again.getSignaturesForAddress(key), [entry]);
  assert.deepEqual(
    await again.getParsedTransaction(entry?.signature ?? '', { maxSupportedTransactionVersion: 0 }),
    shown,
  );
});

test('a payment by a native module is in the history of its receiver', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { provider, alice, web3 } = clientsOf(node);
  t.after(() => provider.destroy());
  const contract = new Contract(bank, bankAbi, alice);
  const sent = await contract.getFunction('send')(toBech32(receiver), 2_500_000n, 'invoice 7');
  const receipt = await sent.wait();
  const key = new PublicKey(toBase58(receiver));
  const [entry] = await web3.getSignaturesForAddress(key);
  assert.equal(entry?.signature, toSignature(parseHash(receipt.hash)));
  const shown = await web3.getTransaction(entry?.signature ?? '', { maxSupportedTransactionVersion: 0 });
  const at =
    shown?.transaction.message.getAccountKeys().staticAccountKeys.findIndex((other) => other.equals(key)) ?? -1;
  assert.deepEqual([shown?.meta?.preBalances[at], shown?.meta?.postBalances[at]], [0, 2_500_000_000]);
  const module = shown?.transaction.message
    .getAccountKeys()
    .get(shown.transaction.message.compiledInstructions[0]?.programIdIndex ?? -1);
  assert.equal(module?.toBase58(), toBase58(parseAddress(bank)));
});

test('a development network that makes no more blocks by the clock is not behind', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '10ms' } });
  const { provider, kit } = clientsOf(node);
  t.after(() => provider.destroy());
  await until(async () => (await kit.getSlot().send()) > 1n, 'blocks');
  await provider.send('evm_setIntervalMining', [0]);
  const time = Number((await provider.getBlock('latest'))?.timestamp);
  await until(() => Date.now() > (time + 3) * 1_000, 'an age of 300 intervals');
  assert.equal(await kit.getHealth().send(), 'ok');
});
