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

test('on a slow machine blocks are as small as their transactions need', () => {
  const time = new FinishingTime();
  for (let block = 0; block < 60; block++) {
    const size = blockSize(time);
    time.learn(size, 5 + size * 2);
    if (block >= 10) assert.ok(size >= 200 && size <= 400, `a block of ${size} transactions of 2 ms`);
  }
});

test('what a block takes for itself counts for none of its few transactions', () => {
  const time = new FinishingTime();
  const { perTransactionMs } = time;
  for (const transactions of [0, 1, 99]) time.learn(transactions, 50);
  assert.equal(time.perTransactionMs, perTransactionMs);
  time.learn(100, 100);
  assert.ok(time.perTransactionMs > perTransactionMs);
});

test('a disk that is slow for each block does not keep blocks small', () => {
  for (const diskMs of [100, 500, 2_000, 10_000]) {
    const time = new FinishingTime();
    const usual = blockSize(time);
    let last = 0;
    time.learn(5, diskMs + 0.5);
    for (let block = 0; block < 60; block++) {
      last = blockSize(time);
      time.learn(last, diskMs + last * 0.1);
    }
    assert.ok(last > 0.7 * usual, `blocks of ${last} instead of ${usual} with ${diskMs} ms for each`);
    time.learn(5, 5.5);
    for (let block = 0; block < 30; block++) time.learn(blockSize(time), 5 + blockSize(time) * 0.1);
    assert.ok(blockSize(time) < 1.4 * usual, `blocks of ${blockSize(time)} instead of ${usual} on a fast disk again`);
  }
});
