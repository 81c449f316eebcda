import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signTransaction } from '../kernel/transaction/codec.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { toHex } from '../primitives/hex.ts';
import { SocketClient } from '../testing/interfaces/socket-client.ts';
import { privateKeyOf } from '../testing/sign-from.ts';
import { addressOf, hybridFrom, testPqcKey } from '../testing/signing/hybrid.ts';
import { pqcRegistration } from '../testing/signing/pqc-registration.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const [right, wrong] = [testPqcKey(1), testPqcKey(2)];
const owner = 3;
const invalid = /^-32000 pqc: the post-quantum signature does not verify under the registered key \(21\)$/;

function plainFrom(account: number): Transaction {
  const call = { nonce: 0n, gasLimit: 21_000n, to: addressOf(9), value: 1n, data: emptyBytes, accessList: [] };
  const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n };
  return signTransaction({ type: 2, chainId: 9800n, ...call, ...fees }, privateKeyOf(account));
}

test('a signature that does not verify comes last, evicts nothing, and counts for its client', async (t) => {
  const flags = { 'json-rpc.max-invalid-hybrid-transactions': '2', 'mempool.max-transactions': '4' };
  const node = await startTestNode(t, { flags: { ...flags, 'consensus.block-interval': '0s' } });
  const socket = await SocketClient.connect(node.urls.webSocket);
  t.after(() => socket.socket.terminate());
  const submit = async ({ raw }: Transaction) => {
    const { result, error } = await socket.ask('eth_sendRawTransaction', toHex(raw));
    return error === undefined ? String(result) : `${error.code} ${error.message}`;
  };
  await socket.ask('eth_sendRawTransactionSync', toHex(pqcRegistration(owner, right).raw));
  await socket.ask('evm_setAutomine', false);
  const waiting = [4, 5, 6, 7].map(plainFrom);
  for (const tx of waiting) assert.equal(await submit(tx), tx.hash);

  // cheaper checks fail first, and are not counted
  assert.match(await submit(hybridFrom(owner, wrong, { nonce: 0n })), /^-32000 nonce too low/);
  assert.match(await submit(hybridFrom(owner, wrong, { nonce: 1n, value: 10n ** 30n })), /insufficient funds/);
  assert.match(await submit(hybridFrom(8, wrong, { nonce: 0n })), /no registered key \(6\)/);
  const low = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 0n };
  assert.match(await submit(hybridFrom(owner, wrong, { nonce: 1n, ...low })), /transaction underpriced/);

  const high = { nonce: 1n, maxPriorityFeePerGas: 10n ** 9n };
  assert.match(await submit(hybridFrom(owner, wrong, high)), invalid);
  for (const { hash } of waiting) assert.ok(node.node.control.mempool.get(hash), 'it is still there');
  const good = hybridFrom(owner, right, high);
  assert.equal(await submit(good), good.hash);
  assert.deepEqual(node.node.control.mempool.counts(), { pending: 4, queued: 0 });
  assert.match(await submit(hybridFrom(owner, wrong, { ...high, nonce: 2n })), invalid);
  assert.equal(
    await submit(hybridFrom(owner, right, { ...high, nonce: 2n })),
    '-32005 too many hybrid transactions with invalid signatures: at most 2 a minute (json-rpc.max-invalid-hybrid-transactions)',
  );
  await socket.ask('evm_mine');
  const [last] = [4, 5, 6, 7].map(plainFrom).slice(-1);
  assert.ok(last !== undefined && (await submit(last)) === last.hash, 'plain transactions are taken as before');
  socket.socket.terminate();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});

test('within a batch the limit of invalid signatures holds as well', async (t) => {
  const flags = { 'json-rpc.max-invalid-hybrid-transactions': '3', 'consensus.block-interval': '0s' };
  const node = await startTestNode(t, { flags });
  const socket = await SocketClient.connect(node.urls.webSocket);
  t.after(() => socket.socket.terminate());
  await socket.ask('eth_sendRawTransactionSync', toHex(pqcRegistration(owner, right).raw));
  await socket.ask('evm_setAutomine', false);
  const forged = [1n, 2n, 3n, 4n, 5n].map((value) => hybridFrom(owner, wrong, { nonce: 2n, value }));
  const [good, plain, late] = [
    hybridFrom(owner, right, { nonce: 1n }),
    plainFrom(4),
    hybridFrom(owner, right, { nonce: 2n }),
  ];
  const batch = [good, ...forged, plain, late];
  const replies = await socket.askAll(batch.map(({ raw }) => ['eth_sendRawTransaction', toHex(raw)]));
  const tooMany = /^-32005 too many hybrid transactions with invalid signatures: at most 3 a minute/;
  const expected = [good.hash, invalid, invalid, invalid, tooMany, tooMany, plain.hash, tooMany];
  for (const [index, want] of expected.entries()) {
    const { result, error } = replies[index] ?? {};
    const text = error === undefined ? String(result) : `${error.code} ${error.message}`;
    if (typeof want === 'string') assert.equal(text, want);
    else assert.match(text, want, `entry ${index}`);
  }
  assert.deepEqual(node.node.control.mempool.counts(), { pending: 2, queued: 0 });
});
