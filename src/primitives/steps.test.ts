import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToEnd, type Steps, stepsWhile } from './steps.ts';

const never = new AbortController().signal;

function* count(to: number, done: string[]): Steps<number> {
  try {
    for (let step = 1; step <= to; step++) {
      done.push(String(step));
      yield;
    }
    return to;
  } finally {
    done.push('end');
  }
}

test('steps are made until they end', () => {
  const done: string[] = [];
  assert.equal(runToEnd(stepsWhile(count(2, done), never)), 2);
  assert.deepEqual(done, ['1', '2', 'end']);
});

test('steps that are not wanted any more end early, also before the first one', () => {
  const done: string[] = [];
  const before = (step: string) => () => done.at(-1) !== step;
  assert.equal(runToEnd(stepsWhile(count(3, done), never, before('2'))), undefined);
  assert.deepEqual(done.splice(0), ['1', '2', 'end']);
  assert.equal(runToEnd(stepsWhile(count(1, done), AbortSignal.abort())), undefined);
  assert.deepEqual(done, []);
});

test('nothing is waited for once the signal has aborted', async () => {
  const stop = new AbortController();
  const done: string[] = [];
  const steps = stepsWhile(
    (function* (): Steps<void> {
      try {
        yield new Promise<void>(() => {});
        done.push('waited');
      } finally {
        done.push('end');
      }
    })(),
    stop.signal,
  );
  const { value } = steps.next();
  stop.abort();
  await value;
  assert.deepEqual(steps.next(), { value: undefined, done: true });
  assert.deepEqual(done, ['end']);
});

test('what a promise rejects with is thrown in the steps that wait for it', async () => {
  const steps = stepsWhile(
    (function* (): Steps<string> {
      try {
        yield Promise.reject(new Error('broken'));
      } catch (error) {
        return String(error);
      }
      return 'not thrown';
    })(),
    never,
  );
  const { value } = steps.next();
  const error = await Promise.resolve(value).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.deepEqual(steps.throw(error), { value: 'Error: broken', done: true });
});

test('work that has to wait is not done at once', () => {
  const waiting = function* (): Steps<void> {
    yield Promise.resolve();
  };
  assert.throws(() => runToEnd(waiting()), TypeError);
});
