import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TransactionLocation } from '../../chain/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import { createEvmInterface, signed } from '../../testing/evm-interface.ts';
import { localCall } from '../../testing/interfaces/local-call.ts';
import { WatchQuotas } from '../evm-common/watch-quotas.ts';
import type { JsonValue } from '../json-value.ts';
import { jsonRpcOptions } from '../options.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { ReceiptWaiters } from './receipt-waiters.ts';

const transfer = (nonce: number) => signed({ nonce: BigInt(nonce) });
const noSubmission = () => {};

function open(read: (hash: string, call: Call) => JsonValue, limit = 5) {
  const { mine, parts, chain } = createEvmInterface();
  const quotas = new WatchQuotas(jsonRpcOptions.parse({ 'max-receipt-waiters-per-address': limit }));
  const reader = { read: ({ height, index }: TransactionLocation, call: Call) => read(`${height}/${index}`, call) };
  const waiters = new ReceiptWaiters(parts, quotas, reader);
  return { mine, waiters, chain };
}

test('what the reading of a receipt throws is the response of its own client, and others get theirs', async () => {
  const broken = { ...localCall };
  const { mine, waiters } = open((at, call) => {
    if (call === broken) throw new Error('the client has closed the connection');
    return at;
  });
  const transactions = [transfer(0), transfer(1)];
  const [first, second] = transactions.map(({ hash }) => hash) as [Hash, Hash];
  const failing = waiters.wait(first, 10_000, noSubmission, broken);
  const same = waiters.wait(first, 10_000, noSubmission, localCall);
  const next = waiters.wait(second, 10_000, noSubmission, localCall);
  mine(transactions);
  await assert.rejects(failing, /has closed the connection/);
  assert.deepEqual(await Promise.all([same, next]), ['1/0', '1/1']);
  assert.equal(waiters.size, 0);
});

test('a client that leaves waits no longer, and its place is free', async () => {
  const { mine, waiters } = open((at) => at, 1);
  const leaving = new AbortController();
  const { hash } = transfer(0);
  const left = waiters.wait(hash, 10_000, noSubmission, { ...localCall, signal: leaving.signal });
  assert.throws(() => waiters.wait(hash, 10_000, noSubmission, localCall), /json-rpc.max-receipt-waiters-per-address/);
  leaving.abort();
  await assert.rejects(left, /has closed the connection/);
  const staying = waiters.wait(hash, 10_000, noSubmission, localCall);
  mine([transfer(0)]);
  assert.equal(await staying, '1/0');
});

test('what the submission throws ends the wait, also when a block was made by then', async () => {
  const { mine, waiters } = open((at) => at, 1);
  const refuse = () => {
    throw new Error('nonce too low');
  };
  await assert.rejects(waiters.wait(transfer(0).hash, 10_000, refuse, localCall), /nonce too low/);
  const late = waiters.wait(transfer(0).hash, 10_000, () => void mine([transfer(0)]), localCall);
  assert.equal(await late, '1/0');
  assert.equal(waiters.size, 0);
});

test('a receipt is that of the transaction, also when other blocks have come in the place of its own', async () => {
  const { mine, waiters, chain } = open((at) => at);
  const [gone, again, late] = [0, 1, 2].map((nonce) => transfer(nonce).hash) as [Hash, Hash, Hash];
  const waiting = [gone, again, late].map((hash) => waiters.wait(hash, 10_000, noSubmission, localCall));
  mine([transfer(0), transfer(1), transfer(2)]);
  chain.chain.rewind(0); // before any of the receipts was read
  mine([transfer(0)]);
  mine([transfer(1)]);
  const [first, second, third] = await Promise.allSettled(waiting);
  assert.deepEqual([first, second], [fulfilled('1/0'), fulfilled('2/0')]);
  assert.ok(third?.status === 'rejected' && third.reason instanceof RpcError);
  assert.equal(third.reason.message, `the block with transaction ${late} has been removed again`);
  assert.equal(waiters.size, 0);
});

const fulfilled = (value: string) => ({ status: 'fulfilled', value });

test('a block takes one look-up for each of its transactions, however many wait for others', async () => {
  setMaxListeners(0, localCall.signal);
  const { mine, waiters } = open((at) => at, 0);
  for (let nonce = 0; nonce < 5; nonce++) {
    for (let client = 0; client < 50; client++) {
      void waiters.wait(transfer(10 + nonce).hash, 10, noSubmission, localCall).catch(() => {});
    }
  }
  assert.equal(waiters.size, 250);
  const found = waiters.wait(transfer(0).hash, 10_000, noSubmission, localCall);
  mine([transfer(0)]);
  assert.equal(waiters.size, 250);
  assert.equal(await found, '1/0');
  await nextTurn();
});
