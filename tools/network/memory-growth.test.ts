import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from './memory-growth.ts';

/** 120 samples: what fills up in the first quarter, what a collection of garbage takes and gives back, what leaks. */
const samplesOf = (leaked: number) =>
  Array.from({ length: 120 }, (_, at) => 150 + Math.min(at, 25) * 4 + (at % 6) * 3 + (leaked * at) / 120);

test('memory that fills up first and then goes up and down is flat', () => {
  const { second, last, isFlat } = growthOf(samplesOf(0));
  assert.deepEqual([second, last, isFlat], [259, 259, true]);
});

test('a leak of 80 MB in 250 is growth', () => {
  const { second, last, isFlat } = growthOf(samplesOf(80));
  assert.ok(last - second > 35, `${second}, ${last}`);
  assert.equal(isFlat, false);
});

test('without samples nothing is flat', () => {
  assert.equal(growthOf([]).isFlat, false);
});
