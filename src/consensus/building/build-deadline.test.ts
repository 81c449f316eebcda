import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BuildDeadline } from './build-deadline.ts';

test('a transaction may start when all its gas can be used in time, or when the block has just begun', () => {
  let now = 1_000;
  const deadline = new BuildDeadline({ elapsed: () => now }, 500);
  const largest = 100_000_000n;
  assert.equal(deadline.hasTimeFor(largest), true, '2.5 seconds, which never fit');
  now += 50;
  assert.equal(deadline.hasTimeFor(largest), false);
  assert.equal(deadline.hasTimeFor(18_000_000n), true, '450 ms');
  assert.equal(deadline.hasTimeFor(18_040_000n), false, '451 ms');
  now += 449;
  assert.equal(deadline.hasTimeFor(21_000n), true);
  assert.equal(deadline.hasTimeFor(80_000n), false);
  assert.equal(deadline.isOver(1), false);
  assert.equal(deadline.isFull, false);
  now += 1;
  assert.equal(deadline.isOver(1), true);
  assert.equal(deadline.isFull, true);
  deadline.onFilled();
  now += 70;
  assert.equal(deadline.sinceFilled, 70);
});

test('the time it takes to finish a block counts for each of its transactions', () => {
  const deadline = new BuildDeadline({ elapsed: () => 0 }, 500, 0.25);
  assert.equal(deadline.isOver(1999), false);
  assert.equal(deadline.isOver(2000), true);
});
