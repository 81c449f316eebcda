import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDurable, storageOptions } from './options.ts';

test('commits wait for the disk unless a development network or the operator does without', () => {
  const durable = (given: unknown, isDevelopment: boolean) =>
    isDurable(storageOptions.parse(given === undefined ? {} : { durable: given }), isDevelopment);
  assert.deepEqual([durable(undefined, true), durable(undefined, false)], [false, true]);
  for (const [given, expected] of [
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ] as const) {
    assert.deepEqual([durable(given, true), durable(given, false)], [expected, expected]);
  }
  assert.throws(() => durable('yes', true), /auto/);
});
