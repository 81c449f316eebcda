import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boundFaults } from './check-bounds.ts';
import { fuzzModules } from './fuzz-modules.ts';
import { emptyStart } from './starts.ts';

test('random calls by every kind of sender break nothing, across a restart and an export', async () => {
  const { blocks, calls, succeeded, fault } = await fuzzModules(4, emptyStart, 31);
  assert.equal(fault, undefined);
  assert.equal(blocks, 31);
  assert.ok(calls > 100 && succeeded > 20, `${succeeded} of ${calls} calls succeeded`);
});

test('an answer beyond its bounds is found, wherever it stands', () => {
  const bounds = { unit: 'blocks', least: 1, most: 9, reason: 'a test' };
  const schema = {
    properties: {
      list: { items: { properties: { height: { 'x-bounds': bounds } } } },
      share: { 'x-bounds': { ...bounds, least: '0.0', most: '1.0' } },
      name: { 'x-bounds': { ...bounds, unit: 'bytes' } },
    },
  };
  const answer = (height: number, share: string, name: string) => ({ list: [{ height: 1 }, { height }], share, name });
  assert.deepEqual(boundFaults(answer(9, '1.0', 'ninebytes'), schema), []);
  assert.equal(boundFaults(answer(10, '1.000000000000000001', 'ninebytes'), schema).length, 1, 'doubles are near');
  assert.deepEqual(boundFaults(answer(0, '1.1', 'tenbytesss'), schema), [
    '$.list[1].height: 0 is out of bounds',
    '$.share: 1.1 is out of bounds',
    '$.name: tenbytesss is out of bounds',
  ]);
});
