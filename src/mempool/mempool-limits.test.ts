import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floor, poolOf, qor, rejection, transfer } from '../testing/chain/mempool-harness.ts';

test('a sender must have the funds for all its transactions in the pool', () => {
  const { pool } = poolOf({ balance: 10n * qor });
  pool.add(transfer(0, { value: 6n * qor }));
  assert.equal(rejection(pool, transfer(0, { nonce: 1n, value: 6n * qor })).code, 'insufficient-funds');
  pool.add(transfer(0, { value: 9n * qor, cap: 3n * floor, tip: 2n }));
  assert.deepEqual(pool.counts(), { pending: 1, queued: 0 });
});

test('limits per account count pending and queued transactions separately', () => {
  const { pool } = poolOf({ 'max-pending-per-account': 2, 'max-queued-per-account': 1 });
  pool.add(transfer(0, { nonce: 0n }));
  pool.add(transfer(0, { nonce: 1n }));
  const full = rejection(pool, transfer(0, { nonce: 2n }));
  assert.equal(full.code, 'account-limit');
  assert.match(full.text, /^account limit exceeded: 2 transactions/);
  pool.add(transfer(0, { nonce: 5n }));
  assert.equal(rejection(pool, transfer(0, { nonce: 6n })).code, 'account-limit');
  pool.add(transfer(1));
});

test('a full pool evicts the cheapest for one that pays more, and rejects others', () => {
  const { pool } = poolOf({ 'max-transactions': 3 });
  const [cheap, middle, best] = [transfer(0, { tip: 1n }), transfer(1, { tip: 5n }), transfer(2, { tip: 9n })];
  assert.ok(cheap && middle && best);
  for (const tx of [cheap, middle, best]) pool.add(tx);
  const rejected = rejection(pool, transfer(3, { tip: 1n }));
  assert.equal(rejected.code, 'underpriced');
  assert.match(rejected.text, /^transaction underpriced/);
  assert.equal(rejection(pool, transfer(3, { tip: 50n, nonce: 4n })).code, 'pool-full');
  const better = transfer(3, { tip: 2n });
  pool.add(better);
  assert.equal(pool.get(cheap.hash), undefined);
  assert.deepEqual([...pool.candidates(floor)], [best, middle, better]);
});

test('a pool at its byte limit evicts as many as necessary', () => {
  const { pool } = poolOf({ 'max-bytes': 131_072 });
  const data = new Uint8Array(50_000);
  const gasLimit = 600_000n;
  for (const sender of [0, 1]) pool.add(transfer(sender, { data, gasLimit, tip: 1n }));
  pool.add(transfer(2, { data: new Uint8Array(120_000), gasLimit: 1_300_000n, tip: 2n }));
  assert.deepEqual(pool.counts(), { pending: 1, queued: 0 });
  assert.ok(pool.byteSize() > 120_000 && pool.byteSize() < 131_072);
});
