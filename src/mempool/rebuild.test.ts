import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Faults } from '../primitives/faults.ts';
import type { WorldState } from '../state/types.ts';
import { applyBlock, floor, poolOf, qor, rejection, senders, transfer } from '../testing/chain/mempool-harness.ts';
import { createMemoryChain } from '../testing/memory-chain.ts';
import { accountOf } from '../testing/sign-from.ts';
import type { Mempool } from './mempool.ts';
import { openMempool } from './open-mempool.ts';
import { mempoolOptions } from './options.ts';
import { SenderQueue } from './sender-queue.ts';

const add = fc.record({ sender: fc.nat(3), nonce: fc.nat(5), tip: fc.integer({ min: 1, max: 40 }) });

/** Everything that can be seen of a pool. */
function seenOf(pool: Mempool) {
  const nonces = [0, 1, 2, 3].map((sender) => pool.nextNonce(accountOf(sender)));
  return {
    ...pool.content(),
    counts: pool.counts(),
    bytes: pool.byteSize(),
    nonces,
    order: [...pool.candidates(floor)],
  };
}

test('a pool that is rebuilt is the same pool', () => {
  fc.assert(
    fc.property(fc.array(add, { maxLength: 12 }), (added) => {
      const opened = poolOf({ 'max-transactions': 8 });
      for (const { sender, nonce, tip } of added) {
        try {
          opened.pool.add(transfer(sender, { nonce: BigInt(nonce), tip: BigInt(tip) * 10n ** 9n }));
        } catch {
          // some exceed a limit or do not outbid
        }
      }
      const [next] = opened.pool.candidates(floor);
      if (next !== undefined) applyBlock(opened, [next]);
      const before = seenOf(opened.pool);
      opened.pool.rebuild();
      assert.deepEqual(seenOf(opened.pool), before);
    }),
    { numRuns: 40 },
  );
});

test('a pool follows a block although an error has left half of the change', (t) => {
  const faults = new Faults();
  const fill = (state: WorldState) => {
    for (const sender of senders) state.mint(sender, 10n * qor);
  };
  const { chain, mine } = createMemoryChain(fill, { faults });
  const pool = openMempool(chain, mempoolOptions.parse({}), { feeLimitWei: 0n, allowsUnprotected: false });
  const [first, second, other] = [transfer(0), transfer(0, { nonce: 1n }), transfer(1)];
  for (const tx of [first, second, other]) pool.add(tx);
  const { advanceTo } = SenderQueue.prototype;
  t.mock.method(SenderQueue.prototype, 'advanceTo', function (this: SenderQueue, nonce: bigint) {
    advanceTo.call(this, nonce);
    throw new Error('after half of the change');
  });
  mine([first]);
  t.mock.restoreAll();
  assert.deepEqual([...faults.counts], [['pool', 1]]);
  assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [second], queued: [] });
  assert.deepEqual(pool.contentOf(accountOf(1)), { pending: [other], queued: [] });
  assert.deepEqual([pool.counts(), pool.byteSize()], [{ pending: 2, queued: 0 }, second.raw.length + other.raw.length]);
  assert.equal(rejection(pool, first).code, 'nonce-too-low');
  mine([second, other]);
  assert.deepEqual(pool.counts(), { pending: 0, queued: 0 });
});

test('a nonce that a rewind lowers leaves a gap, behind which as many wait as may, one less and one more', () => {
  const limit = 3;
  for (const count of [0, limit - 1, limit, limit + 1, 2 * limit]) {
    const { chain, mine } = createMemoryChain((state) => state.mint(accountOf(0), 10n * qor));
    const options = mempoolOptions.parse({ 'max-queued-per-account': limit });
    const pool = openMempool(chain, options, { feeLimitWei: 0n, allowsUnprotected: false });
    const [first = transfer(0), ...later] = Array.from({ length: count + 1 }, (_, nonce) =>
      transfer(0, { nonce: BigInt(nonce) }),
    );
    for (const tx of [first, ...later]) pool.add(tx);
    mine([first]);
    assert.deepEqual(pool.contentOf(accountOf(0)), { pending: later, queued: [] });
    chain.rewind(0);
    const kept = later.slice(0, limit);
    assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [], queued: kept });
    assert.deepEqual(pool.counts(), { pending: 0, queued: kept.length });
    assert.equal(pool.nextNonce(accountOf(0)), 0n);
    pool.add(first);
    assert.deepEqual(pool.contentOf(accountOf(0)), { pending: [first, ...kept], queued: [] });
    assert.deepEqual([...pool.candidates(floor)], [first, ...kept]);
  }
});

test('a pool of more transactions than one step is checked again in turns, and is the pool that takes them again', async () => {
  const [each, count] = [400, 3];
  const opened = poolOf();
  const added = Array.from({ length: each * count }, (_, index) =>
    transfer(index % count, { nonce: BigInt(Math.floor(index / count)), tip: BigInt(index % 7) }),
  );
  for (const tx of added) opened.pool.add(tx);
  const rich = opened.state.balance(accountOf(1));
  opened.state.burn(accountOf(1), rich);
  opened.pool.recheck();
  assert.equal(opened.pool.counts().pending, each * (count - 1), 'of those that are checked at once');
  opened.state.burn(accountOf(2), opened.state.balance(accountOf(2)));
  opened.pool.recheck(new Set([accountOf(2)]));
  await opened.pool.rechecked();
  const fresh = poolOf();
  for (const tx of added.filter(({ sender }) => sender === accountOf(0))) fresh.pool.add(tx);
  assert.deepEqual(seenOf(opened.pool), seenOf(fresh.pool));
  opened.state.mint(accountOf(1), rich);
  for (const pool of [opened.pool, fresh.pool])
    for (const tx of added.filter(({ sender }) => sender === accountOf(1))) pool.add(tx);
  opened.pool.recheck();
  await opened.pool.rechecked();
  assert.deepEqual(seenOf(opened.pool), seenOf(fresh.pool));
});
