import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { until } from '../../testing/until.ts';
import { ResponseTooLongError } from '../dispatch/text-of-pieces.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { LongTexts } from './long-texts.ts';

const signal = new AbortController().signal;
const callerOf = (network: string, own = signal) => ({ client: { address: network, network }, signal: own });

/** A clock on which each piece takes a millisecond. */
function slowPieces(limits = { maxWaiting: 3, maxLength: 1_000 }) {
  const clock = { now: 0 };
  const turns = new LongTexts(
    testMainThread(limits.maxWaiting, () => clock.now),
    limits,
  );
  const began: string[] = [];
  const make = (name: string, count: number, caller = callerOf(name)) => {
    function* pieces() {
      began.push(name);
      for (let piece = 0; piece < count; piece++) {
        clock.now++;
        yield name;
      }
    }
    return turns.make(pieces, caller).then(writeJson);
  };
  return { make, began };
}

test('a long text is made in several iterations of the event loop, and texts come by turns of the clients', async () => {
  const { make, began } = slowPieces();
  let turns = 0;
  let isDone = false;
  const all = Promise.all([
    make('a', 100),
    make('b', 20, callerOf('x')),
    make('c', 20, callerOf('x')),
    make('d', 20, callerOf('y')),
  ]).finally(() => {
    isDone = true;
  });
  await until(() => {
    turns++;
    return isDone;
  }, 'the end');
  assert.deepEqual(await all, ['a'.repeat(100), 'b'.repeat(20), 'c'.repeat(20), 'd'.repeat(20)]);
  assert.deepEqual(began, ['a', 'b', 'd', 'c']);
  assert.ok(turns >= 100 / 16, `${turns} turns`);
});

test('a text over the limit ends where it passes it, and the next is made', async () => {
  const { make } = slowPieces();
  const long = make('a', 1_001);
  const next = make('b', 3);
  await assert.rejects(long, (error: unknown) => error instanceof ResponseTooLongError && error.limit === 1_000);
  assert.equal(await next, 'bbb');
});

test('texts of clients that have left are not made, and too many are rejected with the name of the limit', async () => {
  const { make, began } = slowPieces();
  const leaving = new AbortController();
  const first = make('a', 100);
  const left = make('b', 1, callerOf('b', leaving.signal));
  const others = Promise.all([1, 2, 3].map(() => make('c', 1)));
  const full = assert.rejects(others, { code: -32005, message: /json-rpc\.max-waiting-calls is 3$/ });
  leaving.abort();
  await assert.rejects(left, { message: 'the client has closed the connection' });
  await full;
  assert.equal((await first).length, 100);
  assert.ok(!began.includes('b'));
});
