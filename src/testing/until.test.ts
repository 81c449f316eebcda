import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from './until.ts';

test('what is waited for is returned, whatever it is, and not looked for again', async () => {
  let tries = 0;
  assert.equal(await until(() => ++tries === 5_000, 'many turns'), true);
  assert.equal(tries, 5_000);
  const values = [false, null, undefined, 0];
  assert.equal(await until(async () => values.shift(), 'a number'), 0);
});

test('an error of the condition ends the wait, and so does its limit, with what was waited for', async () => {
  await assert.rejects(
    until(() => Promise.reject(new Error('gone')), 'nothing'),
    /^Error: gone$/,
  );
  await assert.rejects(
    until(() => false, 'a block', 1),
    /^Error: waited 1 ms for a block$/,
  );
});
