import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../testing/random/random.ts';
import { CodeSlots } from './code-slots.ts';

test('places are taken once, the lowest unused ones last', () => {
  const slots = new CodeSlots(3);
  assert.deepEqual([slots.take(1), slots.take(1), slots.take(1), slots.take(1)], [0, 1, 2, undefined]);
  slots.free(1, 1);
  assert.deepEqual([slots.take(2), slots.take(1), slots.take(1)], [undefined, 1, undefined]);
  assert.equal(slots.peak, 3);
});

test('a limit keeps places unused', () => {
  const slots = new CodeSlots(4);
  assert.deepEqual(
    [slots.take(1, 2), slots.take(1, 2), slots.take(1, 2), slots.take(2, 3)],
    [0, 1, undefined, undefined],
  );
  assert.equal(slots.peak, 2);
  assert.equal(slots.take(2), 2);
  slots.free(3, 1);
  assert.equal(slots.take(1, 2), 3); // it was used before
});

test('no two owners ever have the same place, and all places are found', () => {
  const random = new Random(5);
  const count = 24;
  const slots = new CodeSlots(count);
  const taken: { first: number; length: number }[] = [];
  const used = () => taken.flatMap(({ first, length }) => Array.from({ length }, (_, i) => first + i));
  for (let round = 0; round < 5_000; round++) {
    const length = random.below(4) === 0 ? 1 + random.below(4) : 1;
    const first = random.below(2) === 0 ? slots.take(length) : undefined;
    if (first !== undefined) taken.push({ first, length });
    else if (taken.length > 0) {
      const [{ first: at, length: freed }] = taken.splice(random.below(taken.length), 1) as [(typeof taken)[0]];
      slots.free(at, freed);
    }
    assert.equal(new Set(used()).size, used().length);
    assert.ok(used().every((slot) => slot >= 0 && slot < count));
  }
  while (taken.length > 0) {
    const { first, length } = taken.pop() as (typeof taken)[0];
    slots.free(first, length);
  }
  for (let i = 0; i < count; i++) assert.notEqual(slots.take(1), undefined);
  assert.equal(slots.take(1), undefined);
});
