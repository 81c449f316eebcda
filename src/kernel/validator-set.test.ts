import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ValidatorPower, validatorUpdates } from './validator-set.ts';

const validator = (key: number, power: number): ValidatorPower => ({ publicKey: new Uint8Array(32).fill(key), power });

test('updates: new powers and new validators, 0 for those that leave, in the order of keys', () => {
  const before = [validator(3, 30), validator(1, 10), validator(2, 20)];
  assert.deepEqual(validatorUpdates(before, [...before].reverse()), []);
  const after = [validator(4, 40), validator(2, 21), validator(1, 10)];
  assert.deepEqual(validatorUpdates(before, after), [validator(2, 21), validator(3, 0), validator(4, 40)]);
});

test('no update ever empties the set', () => {
  assert.deepEqual(validatorUpdates([validator(1, 10)], []), []);
});
