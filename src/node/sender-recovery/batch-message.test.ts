import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBatch, toBatch } from './batch-message.ts';

test('a batch gives back what was joined: none, empty ones, one byte, long ones', () => {
  const lengths = [0, 1, 2, 1023, 1024, 1025, 65_535, 65_536, 65_537];
  const raws = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
  const all = [[], ...raws.map((raw) => [raw]), raws, raws.toReversed(), [...raws, ...raws]];
  for (const batch of all) assert.deepEqual(fromBatch(toBatch(batch)), batch);
});
