import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecidedRounds } from './decided-rounds.ts';

test('the rounds of the newest 1,000 blocks are kept: 999, 1,000, 1,001, and 3,000', () => {
  for (const count of [0, 1, 999, 1_000, 1_001, 3_000]) {
    const rounds = new DecidedRounds();
    for (let height = 1; height <= count; height++) rounds.note(height, height % 3);
    assert.equal(rounds.byHeight.size, Math.min(count, 1_000));
    assert.equal(rounds.byHeight.get(count), count === 0 ? undefined : count % 3);
    assert.equal(rounds.byHeight.has(count - 1_000), false);
    assert.equal(rounds.byHeight.has(count - 999), count >= 1_000);
  }
});

test('a round noted again takes no place of another', () => {
  const rounds = new DecidedRounds();
  for (let height = 1; height <= 1_000; height++) rounds.note(height, 0);
  rounds.note(1_000, 2);
  assert.deepEqual([rounds.byHeight.size, rounds.byHeight.get(1), rounds.byHeight.get(1_000)], [1_000, 0, 2]);
});
