import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDeadline } from './build-deadline.ts';

test('a transaction may start when all its gas can be used in time, or when the block has just begun', () => {
  let now = 1_000;
  const { isOver, hasTimeFor } = buildDeadline({ elapsed: () => now }, 500);
  const largest = 100_000_000n;
  assert.equal(hasTimeFor(largest), true, '2.5 seconds, which never fit');
  now += 50;
  assert.equal(hasTimeFor(largest), false);
  assert.equal(hasTimeFor(18_000_000n), true, '450 ms');
  assert.equal(hasTimeFor(18_040_000n), false, '451 ms');
  now += 449;
  assert.equal(hasTimeFor(21_000n), true);
  assert.equal(hasTimeFor(80_000n), false);
  assert.equal(isOver(1), false);
  now += 1;
  assert.equal(isOver(1), true);
});

test('the time it takes to finish a block counts for each of its transactions', () => {
  const { isOver } = buildDeadline({ elapsed: () => 0 }, 500, 0.25);
  assert.equal(isOver(1999), false);
  assert.equal(isOver(2000), true);
});
