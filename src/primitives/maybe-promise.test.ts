import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AsyncSteps, andFinally, andThen, awaitValue, recoverWith, runSteps } from './maybe-promise.ts';

const fail = (): never => {
  throw new Error('no');
};
const failLater = (): Promise<never> => Promise.reject(new Error('no'));

test('andThen is synchronous for a value, asynchronous for a promise', async () => {
  assert.equal(
    andThen(1, (value) => value + 1),
    2,
  );
  assert.equal(await andThen(Promise.resolve(1), (value) => value + 1), 2);
});

test('recoverWith handles a throw synchronously, and a rejection', async () => {
  assert.equal(
    recoverWith(fail, (error) => (error as Error).message),
    'no',
  );
  const later = recoverWith(failLater, (error) => (error as Error).message);
  assert.ok(later instanceof Promise);
  assert.equal(await later, 'no');
});

test('andFinally runs once, after the work, whether it succeeded or not', async () => {
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

test('steps run synchronously as long as no value is a promise', async () => {
  assert.equal(runSteps(sum(1, 2, 3)), 6);
  const later = runSteps(sum(1, Promise.resolve(2), 3));
  assert.ok(later instanceof Promise);
  assert.equal(await later, 6);
});

test('steps get a rejection as a throw, and may catch it', async () => {
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
