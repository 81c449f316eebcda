import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashFromNumber } from '../../../primitives/hash.ts';
import { PendingFeed } from './pending-feed.ts';

test('at least the capacity is kept and at most twice as much, at every number of hashes, and numbers continue', () => {
  for (const capacity of [1, 2, 5]) {
    const feed = new PendingFeed(capacity);
    for (let count = 0; count <= 6 * capacity + 1; count++) {
      assert.equal(feed.end, count);
      const kept = feed.since(0);
      assert.ok(kept.length >= Math.min(count, capacity) && kept.length < 2 * capacity, `${kept.length} of ${count}`);
      const numbers = Array.from({ length: kept.length }, (_, index) => count - kept.length + index);
      assert.deepEqual(
        kept,
        numbers.map((number) => hashFromNumber(BigInt(number))),
      );
      assert.deepEqual(feed.since(count), []);
      assert.deepEqual(feed.since(count + 1), [], 'a number that is not given yet');
      if (count > 0) assert.deepEqual(feed.since(count - 1), [hashFromNumber(BigInt(count - 1))]);
      feed.add(hashFromNumber(BigInt(count)));
    }
  }
});
