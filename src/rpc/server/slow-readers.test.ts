import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endSlowest } from './slow-readers.ts';

test('those with most unread are closed until half is free, and nobody as long as all fits', () => {
  const ended: number[] = [];
  const readers = [10, 0, 40, 30, 20].map((unread, index) => ({ unread, end: () => void ended.push(index) }));
  endSlowest(readers, 100);
  assert.deepEqual(ended, []);
  endSlowest(readers, 99);
  assert.deepEqual(ended, [2, 3]);
});
