import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateTables } from '../../state/tables.ts';
import { chainTables } from './tables.ts';

test('table numbers are unique and fit the store', () => {
  const numbers = [...Object.values(stateTables), ...Object.values(chainTables)];
  assert.equal(new Set(numbers).size, numbers.length);
  for (const number of Object.values(stateTables)) assert.ok(Number.isInteger(number) && number >= 1 && number < 16);
  for (const number of Object.values(chainTables)) assert.ok(Number.isInteger(number) && number >= 16 && number <= 254);
});

test('table numbers stay what they were: changing one would misread every existing database', () => {
  assert.deepEqual(stateTables, {
    accounts: 1,
    entries: 2,
    code: 3,
    accountNodes: 7,
    entryNodes: 8,
    stateTotals: 9,
    originAccounts: 10,
    originSlots: 11,
    originBlocks: 12,
    originResponses: 13,
    changedHeights: 14,
  });
  assert.deepEqual(chainTables, {
    logIndex: 21,
    chainTotals: 24,
    accountTransactions: 30,
    hashIndex: 31,
    blocks: 64,
  });
});
