import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockParts, partKey } from './block-parts.ts';

test('numbers of parts stay what they were: changing one would misread every existing database', () => {
  const numbers = Object.entries(blockParts);
  assert.deepEqual(numbers, [
    ['header', 0],
    ['hashes', 1],
    ['transactions', 2],
    ['receipts', 3],
    ['logs', 4],
    ['events', 5],
    ['hookChanges', 6],
    ['logTerms', 7],
  ]);
});

test('the parts of a block are adjacent, blocks in the order of heights', () => {
  const { receipts, transactions, logs } = blockParts;
  const keys = [partKey(1, receipts), partKey(255, transactions), partKey(255, logs), partKey(256, transactions)];
  const sorted = [...keys].reverse().sort((left, right) => Buffer.compare(left, right));
  assert.deepEqual(sorted, keys);
});
