import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BuildDeadline } from './build-deadline.ts';
import { FinishingTime } from './finishing-time.ts';

/** How many transactions a block has that takes no time to execute. */
function blockSize({ perTransactionMs }: FinishingTime): number {
  const deadline = new BuildDeadline({ elapsed: () => 0 }, 500, perTransactionMs);
  let taken = 0;
  while (!deadline.isOver(taken)) taken++;
  return taken;
}

test('after a stall of seconds or minutes blocks become full again', () => {
  for (const stallMs of [1_200, 10_000, 600_000]) {
    const time = new FinishingTime();
    const usual = blockSize(time);
    time.learn(100, stallMs);
    assert.ok(blockSize(time) < 100, `a block of ${blockSize(time)} after ${stallMs} ms`);
    for (let block = 0; block < 30; block++) {
      const size = blockSize(time);
      time.learn(size, 20 + size / 10);
    }
    assert.ok(blockSize(time) > 0.9 * usual, `a block of ${blockSize(time)} instead of ${usual}`);
  }
});

test('what a block takes for itself counts for none of its few transactions', () => {
  const time = new FinishingTime();
  const { perTransactionMs } = time;
  for (const transactions of [0, 1, 99]) time.learn(transactions, 50);
  assert.equal(time.perTransactionMs, perTransactionMs);
  time.learn(100, 50);
  assert.ok(time.perTransactionMs > perTransactionMs);
});
