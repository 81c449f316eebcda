import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { appendHeights, chunkSpan, heightsOf, intersectInto, toBitmap, unionInto } from './height-set.ts';

const heights = fc.uniqueArray(fc.nat(chunkSpan - 1), { maxLength: 600 }).map((list) => list.sort((a, b) => a - b));

function setOf(list: readonly number[], chunk = 0): Uint8Array | undefined {
  let set: Uint8Array | undefined;
  for (let at = 0; at < list.length; at += 1 + (at % 20)) {
    const further = list.slice(at, at + 1 + (at % 20));
    set = appendHeights(
      set,
      further.map((offset) => chunk * chunkSpan + offset),
    );
  }
  return set;
}

test('a set returns its heights, as list and as bitmap', () => {
  fc.assert(
    fc.property(heights, fc.nat(1000), (list, chunk) => {
      const found = [...heightsOf(toBitmap(setOf(list, chunk)), chunk)];
      assert.deepEqual(
        found,
        list.map((offset) => chunk * chunkSpan + offset),
      );
    }),
  );
});

test('a set is never longer than a bitmap', () => {
  const all = setOf(Array.from({ length: chunkSpan }, (_, offset) => offset));
  assert.equal(all?.length, chunkSpan / 8);
  assert.equal(setOf([1, 2, 3])?.length, 6);
  for (const count of [254, 255, 256, 257]) {
    const list = Array.from({ length: count }, (_, i) => i * 3);
    assert.deepEqual([...heightsOf(toBitmap(setOf(list)), 0)], list);
    assert.ok((setOf(list)?.length ?? 0) <= chunkSpan / 8);
  }
});

test('union and intersection are those of the sets', () => {
  fc.assert(
    fc.property(heights, heights, (left, right) => {
      const union = toBitmap(setOf(left));
      unionInto(union, setOf(right) ?? new Uint8Array(0));
      assert.deepEqual(
        [...heightsOf(union, 0)],
        [...new Set([...left, ...right])].sort((a, b) => a - b),
      );
      const both = toBitmap(setOf(left));
      intersectInto(both, toBitmap(setOf(right)));
      assert.deepEqual(
        [...heightsOf(both, 0)],
        left.filter((height) => right.includes(height)),
      );
    }),
  );
});
