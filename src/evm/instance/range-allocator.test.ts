import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeAllocator } from './range-allocator.ts';

test('ranges do not overlap and come from the front', () => {
  const arena = new RangeAllocator(1000, 1104);
  assert.equal(arena.allocate(10), 1000);
  assert.equal(arena.allocate(16), 1016);
  assert.equal(arena.allocate(100), undefined);
  assert.equal(arena.allocate(68), 1032);
  assert.equal(arena.allocate(1), undefined);
});

test('free neighbours become one, in any order', () => {
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const arena = new RangeAllocator(0, 96);
    const starts = [arena.allocate(32), arena.allocate(32), arena.allocate(32)];
    for (const index of order) arena.free(starts[index] ?? -1, 32);
    assert.equal(arena.allocate(96), 0, order.join());
  }
});

test('the rest of a range can be given back', () => {
  const arena = new RangeAllocator(0, 64);
  assert.equal(arena.allocate(64), 0);
  arena.free(16, 48);
  assert.equal(arena.allocate(48), 16);
  arena.free(0, 0);
  assert.equal(arena.allocate(8), undefined);
});
