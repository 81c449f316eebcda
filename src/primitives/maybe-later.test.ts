import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, ending, recovering } from './maybe-later.ts';

const fail = (): never => {
  throw new Error('no');
};
const failLater = (): Promise<never> => Promise.reject(new Error('no'));

test('what is there is gone on with at once, and what is not when it is', async () => {
  assert.equal(
    after(1, (value) => value + 1),
    2,
  );
  assert.equal(await after(Promise.resolve(1), (value) => value + 1), 2);
});

test('what fails at once is recovered from at once, and what fails later then', async () => {
  assert.equal(
    recovering(fail, (error) => (error as Error).message),
    'no',
  );
  const later = recovering(failLater, (error) => (error as Error).message);
  assert.ok(later instanceof Promise);
  assert.equal(await later, 'no');
});

test('the end comes once, after the work, however that went', async () => {
  const ends: string[] = [];
  const end = (name: string) => () => void ends.push(name);
  assert.equal(
    ending(() => 1, end('value')),
    1,
  );
  assert.throws(() => ending(fail, end('error')));
  const later = ending(() => Promise.resolve(1), end('later'));
  assert.deepEqual(ends, ['value', 'error']);
  await later;
  await assert.rejects(async () => ending(failLater, end('rejection')));
  assert.deepEqual(ends, ['value', 'error', 'later', 'rejection']);
});
