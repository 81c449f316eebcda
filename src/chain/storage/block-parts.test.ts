import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockParts, partKey } from './block-parts.ts';

test('numbers of parts stay what they were: changing one would misread every existing database', () => {
  const numbers = Object.entries(blockParts).map(([name, { table, number }]) => [name, table, number]);
  assert.deepEqual(numbers, [
    ['header', 27, 0],
    ['hashes', 27, 1],
    ['transactions', 28, 0],
    ['receipts', 28, 1],
    ['logs', 28, 2],
    ['events', 28, 3],
    ['hookChanges', 28, 4],
  ]);
});

test('the parts of a block are adjacent, blocks in the order of heights', () => {
  const { receipts, transactions, logs } = blockParts;
  const keys = [partKey(1, receipts), partKey(255, transactions), partKey(255, logs), partKey(256, transactions)];
  const sorted = [...keys].reverse().sort((left, right) => Buffer.compare(left, right));
  assert.deepEqual(sorted, keys);
});
