import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BitSet, hasBit, numbersOf } from './bit-set.ts';

test('numbers at the ends of words are kept, and nothing beside them', () => {
  for (const item of [0, 1, 30, 31, 32, 33, 63, 64, 65, 95, 96, 1_023, 1_024, 1_025, 25_000]) {
    const set = new BitSet();
    set.add(item);
    assert.deepEqual([...numbersOf(set.words)], [item]);
    for (const near of [item - 1, item, item + 1]) assert.equal(near >= 0 && hasBit(set.words, near), near === item);
    set.remove(item + 32);
    assert.ok(hasBit(set.words, item));
    set.remove(item);
    assert.deepEqual([...numbersOf(set.words)], []);
  }
});

test('a bit set is a set', () => {
  const changes = fc.array(fc.tuple(fc.boolean(), fc.nat(200)));
  fc.assert(
    fc.property(changes, (steps) => {
      const set = new BitSet();
      const model = new Set<number>();
      for (const [isAdded, item] of steps) {
        if (isAdded) set.add(item);
        else set.remove(item);
        if (isAdded) model.add(item);
        else model.delete(item);
      }
      assert.deepEqual(
        [...numbersOf(set.words)],
        [...model].sort((a, b) => a - b),
      );
    }),
  );
});
