import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AsyncSteps, andFinally, andThen, awaitValue, recoverWith, runSteps } from './maybe-promise.ts';

const fail = (): never => {
  throw new Error('no');
};
const failLater = (): Promise<never> => Promise.reject(new Error('no'));

test('what is there is gone on with at once, and what is not when it is', async () => {
  assert.equal(
    andThen(1, (value) => value + 1),
    2,
  );
  assert.equal(await andThen(Promise.resolve(1), (value) => value + 1), 2);
});

test('what fails at once is recovered from at once, and what fails later then', async () => {
  assert.equal(
    recoverWith(fail, (error) => (error as Error).message),
    'no',
  );
  const later = recoverWith(failLater, (error) => (error as Error).message);
  assert.ok(later instanceof Promise);
  assert.equal(await later, 'no');
});

test('the end comes once, after the work, however that went', async () => {
  const ends: string[] = [];
  const end = (name: string) => () => void ends.push(name);
  assert.equal(
    andFinally(() => 1, end('value')),
    1,
  );
  assert.throws(() => andFinally(fail, end('error')));
  const later = andFinally(() => Promise.resolve(1), end('later'));
  assert.deepEqual(ends, ['value', 'error']);
  await later;
  await assert.rejects(async () => andFinally(failLater, end('rejection')));
  assert.deepEqual(ends, ['value', 'error', 'later', 'rejection']);
});

function* sum(...values: (number | Promise<number>)[]): AsyncSteps<number> {
  let total = 0;
  for (const value of values) total += yield* awaitValue(value);
  return total;
}

test('steps are carried out at once as long as nothing is later', async () => {
  assert.equal(runSteps(sum(1, 2, 3)), 6);
  const later = runSteps(sum(1, Promise.resolve(2), 3));
  assert.ok(later instanceof Promise);
  assert.equal(await later, 6);
});

test('what steps wait for may fail, and they may recover', async () => {
  const steps = function* (): AsyncSteps<string> {
    try {
      return String(yield* sum(1, failLater()));
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(await runSteps(steps()), 'no');
  await assert.rejects(async () => runSteps(sum(1, failLater())), { message: 'no' });
});
