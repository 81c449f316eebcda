import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PriorityQueue } from './priority-queue.ts';

test('items are popped in order, whether they came at construction or one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.array(fc.integer()), (atStart, later) => {
      const heap = new PriorityQueue<number>((left, right) => left < right, atStart);
      for (const item of later) heap.push(item);
      const taken = Array.from({ length: heap.size }, () => heap.pop());
      assert.deepEqual(
        taken,
        [...atStart, ...later].sort((left, right) => left - right),
      );
      assert.equal(heap.pop(), undefined);
    }),
  );
});
