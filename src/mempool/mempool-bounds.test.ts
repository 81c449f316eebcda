import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { floor, poolOf, rejection, transfer } from '../testing/chain/mempool-harness.ts';
import { accountOf } from '../testing/sign-from.ts';
import { EvictionOrder } from './eviction-order.ts';
import type { Mempool } from './mempool.ts';
import { type PooledTransaction, toPooledTransaction } from './pooled-transaction.ts';

/** Adds transactions of one sender with these nonces. */
function fill(pool: Mempool, sender: number, nonces: readonly number[]): void {
  for (const nonce of nonces) pool.add(transfer(sender, { nonce: BigInt(nonce), tip: 5n }));
}

const upTo = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index);

test('a pool takes as many transactions as it may, one less, and one more only in the place of a cheaper one', () => {
  for (const limit of [1, 2, 5, 9]) {
    for (const count of [limit - 1, limit]) {
      const { pool } = poolOf({ 'max-transactions': limit });
      for (const sender of upTo(count)) fill(pool, sender, [0]);
      if (count < limit) {
        pool.add(transfer(9, { tip: 1n }));
        assert.deepEqual(pool.counts(), { pending: limit, queued: 0 });
        continue;
      }
      assert.equal(rejection(pool, transfer(9, { tip: 5n })).code, 'underpriced', `equal to the lowest of ${limit}`);
      pool.add(transfer(9, { tip: 6n }));
      assert.deepEqual(pool.counts(), { pending: limit, queued: 0 });
      assert.equal(pool.contentOf(accountOf(count - 1)).pending.length, 0, 'the newest of the cheapest has left');
    }
  }
});

test('a sender takes the places of others in a full pool until it has sixteen: one less, and as many', () => {
  const { pool } = poolOf({ 'max-transactions': 32 });
  fill(pool, 0, upTo(16));
  fill(pool, 1, upTo(15));
  const cheapest = transfer(2, { tip: 1n });
  pool.add(cheapest);
  assert.equal(rejection(pool, transfer(0, { nonce: 16n, tip: 50n })).code, 'pool-full');
  pool.add(transfer(1, { nonce: 15n, tip: 50n }));
  assert.equal(pool.get(cheapest.hash), undefined);
  assert.equal(rejection(pool, transfer(1, { nonce: 16n, tip: 50n })).code, 'pool-full');
  pool.remove(transfer(0, { nonce: 15n, tip: 5n }).hash);
  pool.add(transfer(1, { nonce: 16n }));
  assert.deepEqual(pool.counts(), { pending: 32, queued: 0 }, 'where there is room it has as many as it likes');
});

test('a quarter of a pool, rounded up, may wait behind gaps, one less, and not one more', () => {
  for (const limit of [1, 4, 5, 8, 16]) {
    const most = Math.ceil(limit / 4);
    const { pool } = poolOf({ 'max-transactions': limit });
    fill(pool, 0, upTo(most, 1));
    assert.deepEqual(pool.counts(), { pending: 0, queued: most });
    assert.equal(rejection(pool, transfer(1, { nonce: 1n, tip: 50n })).code, 'pool-full', `${limit}`);
    pool.remove(transfer(0, { nonce: 1n, tip: 5n }).hash);
    pool.add(transfer(1, { nonce: 1n }));
    assert.deepEqual(pool.counts(), { pending: 0, queued: most });
  }
});

test('a sender has as many pending and queued transactions as it may, one less, and not one more', () => {
  for (const [pending, queued] of [
    [1, 1],
    [3, 2],
    [8, 5],
  ] as const) {
    const { pool } = poolOf({ 'max-pending-per-account': pending, 'max-queued-per-account': queued });
    fill(pool, 0, upTo(pending));
    assert.equal(rejection(pool, transfer(0, { nonce: BigInt(pending) })).code, 'account-limit');
    fill(pool, 0, upTo(queued, pending + 1));
    assert.equal(rejection(pool, transfer(0, { nonce: BigInt(pending + queued + 1) })).code, 'account-limit');
    assert.deepEqual(pool.counts(), { pending, queued });
    pool.add(transfer(0, { nonce: 0n, tip: 50n, cap: 4n * floor }));
    assert.deepEqual(pool.counts(), { pending, queued }, 'a replacement takes no room');
  }
});

test('what closes a gap is taken, and those behind it are executable on top of the limit', () => {
  const { pool } = poolOf({ 'max-pending-per-account': 3, 'max-queued-per-account': 2 });
  fill(pool, 0, [0, 1, 3, 4, 2]);
  assert.deepEqual(pool.counts(), { pending: 5, queued: 0 });
  assert.equal(rejection(pool, transfer(0, { nonce: 5n })).code, 'account-limit');
});

test('the bytes of a pool are as many as they may be, one less, and not one more', () => {
  const sizes = [0, 1, 55, 56, 300];
  const all = sizes.map((length, sender) => transfer(sender, { data: new Uint8Array(length), gasLimit: 60_000n }));
  const bytes = all.reduce((sum, { raw }) => sum + raw.length, 0);
  const last = all.at(-1);
  assert.ok(last);
  for (const limit of [bytes, bytes + 1]) {
    const { pool } = poolOf({ 'max-bytes': limit });
    for (const tx of all) pool.add(tx);
    assert.equal(pool.byteSize(), bytes);
    assert.equal(rejection(pool, transfer(9)).code, 'underpriced');
  }
  const { pool } = poolOf({ 'max-bytes': bytes - 1 });
  for (const tx of all.slice(0, -1)) pool.add(tx);
  assert.equal(rejection(pool, last).code, 'underpriced');
});

const action = fc.record({
  sender: fc.nat(4),
  nonce: fc.nat(6),
  tip: fc.integer({ min: 1, max: 9 }),
  length: fc.nat(40),
  isRemoved: fc.boolean(),
});

test('whatever is added and removed, no limit is exceeded', () => {
  const limits = {
    'max-transactions': 8,
    'max-bytes': 1_000,
    'max-pending-per-account': 3,
    'max-queued-per-account': 2,
  };
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      const { pool } = poolOf(limits);
      for (const { sender, nonce, tip, length, isRemoved } of actions) {
        const tx = transfer(sender, {
          nonce: BigInt(nonce),
          tip: BigInt(tip),
          data: new Uint8Array(length),
          gasLimit: 60_000n,
        });
        if (isRemoved) pool.remove(tx.hash);
        else
          try {
            pool.add(tx);
          } catch {
            // a limit, or it is known
          }
        const { pending, queued } = pool.content();
        assert.deepEqual(pool.counts(), { pending: pending.length, queued: queued.length });
        assert.equal(
          pool.byteSize(),
          [...pending, ...queued].reduce((sum, { raw }) => sum + raw.length, 0),
        );
        assert.ok(pending.length + queued.length <= limits['max-transactions']);
        assert.ok(pool.byteSize() <= limits['max-bytes']);
        for (const account of upTo(5)) {
          const own = pool.contentOf(accountOf(account));
          assert.ok(own.pending.length <= limits['max-pending-per-account'] + limits['max-queued-per-account']);
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('the order of eviction is right when it is made again: at its size, one less and one more', () => {
  const items = upTo(140).map((arrival) =>
    toPooledTransaction(transfer(arrival % 10, { tip: BigInt((arrival * 7) % 23) }), arrival, false),
  );
  for (const kept of [0, 1, 3]) {
    for (const added of [2 * kept + 63, 2 * kept + 64, 2 * kept + 65, 2 * kept + 66]) {
      const pooled = new Map<number, PooledTransaction>();
      const order = new EvictionOrder(floor, (each) => pooled.get(each.arrival) === each);
      for (const each of items.slice(0, added)) {
        pooled.set(each.arrival, each);
        order.add(each, pooled);
        if (pooled.size > kept) pooled.delete([...pooled.keys()][0] ?? 0);
      }
      const cheapest = [...pooled.values()].reduce<PooledTransaction | undefined>(
        (least, each) => (least === undefined || order.isCheaper(each, least) ? each : least),
        undefined,
      );
      assert.equal(order.peek(), cheapest, `${kept} of ${added}`);
    }
  }
});
