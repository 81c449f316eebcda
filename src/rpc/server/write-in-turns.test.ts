import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MainThread } from '../../scheduling/main-thread.ts';
import { LongText } from '../json-value.ts';
import { writeInTurns } from './write-in-turns.ts';

/** Each part takes a millisecond; iterations of the event loop are run by the test. */
function open() {
  const clock = { now: 0 };
  const iterations: (() => void)[] = [];
  const mainThread = new MainThread({
    now: () => clock.now,
    nextIteration: (run) => iterations.push(run),
    onFault: (error) => assert.fail(String(error)),
  });
  const written: string[] = [];
  const ended: string[] = [];
  const faults: string[] = [];
  const begin = (name: string, count: number, { fails = false } = {}) => {
    const owner = { network: name, connection: {}, hasLeft: false };
    const state = { room: Number.POSITIVE_INFINITY, goOn: () => {} };
    const parts = function* () {
      for (let part = 0; part < count; part++) {
        if (fails && part === 3) throw new Error('broken');
        yield `${name}${part}`;
      }
    };
    const isDone = writeInTurns(new LongText(parts, 1), {
      mainThread,
      owner,
      guard: (run) => {
        try {
          run();
        } catch (error) {
          faults.push(`${name}: ${error}`);
        }
      },
      hasRoom: () => state.room > 0,
      write: (part) => {
        clock.now++;
        state.room--;
        written.push(part);
      },
      onceRoom: (goOn) => {
        state.goOn = goOn;
      },
      onProgress: (isEnd) => isEnd && ended.push(name),
    });
    return { isDone, owner, state };
  };
  const iterate = () => {
    iterations.shift()?.();
    return written.splice(0);
  };
  return { begin, iterate, written, ended, faults, isIdle: () => iterations.length === 0 };
}

const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `${name}${from + index}`);

test('a text of one turn is written at once: one part less, full, one more', () => {
  for (const [count, isDone] of [
    [1, true],
    [7, true],
    [8, false],
    [9, false],
  ] as const) {
    const { begin, iterate, written, ended } = open();
    assert.equal(begin('a', count).isDone, isDone, `${count}`);
    const all = [...written.splice(0), ...iterate()];
    assert.deepEqual(all, numbered('a', 0, count));
    assert.deepEqual(ended, isDone ? [] : ['a']);
  }
});

test('clients that read at full speed get a turn in each iteration, one after the other', () => {
  const { begin, iterate, written, ended } = open();
  assert.equal(begin('a', 20).isDone, false);
  assert.equal(begin('b', 10).isDone, false);
  assert.deepEqual(written.splice(0), numbered('a', 0, 8), 'the share of an iteration is used up');
  assert.deepEqual(iterate(), numbered('a', 8, 16));
  assert.deepEqual(iterate(), numbered('b', 0, 8));
  assert.deepEqual(iterate(), [...numbered('a', 16, 20), ...numbered('b', 8, 10)]);
  assert.deepEqual(ended, ['a', 'b']);
});

test('nothing is written without room, and it continues when there is some', () => {
  const { begin, iterate, written, ended, isIdle } = open();
  const { state } = begin('a', 0);
  assert.deepEqual(ended, [], 'an empty text is done at once');
  const slow = begin('b', 4);
  assert.equal(slow.isDone, true);
  written.length = 0;
  const { state: other } = begin('c', 20);
  other.room = 2;
  iterate();
  assert.deepEqual(other.room, 0);
  while (!isIdle()) iterate();
  other.room = 100;
  other.goOn();
  while (!isIdle()) iterate();
  assert.deepEqual(ended, ['c']);
  state.goOn();
});

test('a client that leaves gets nothing more, and what a part throws goes to its guard', () => {
  const { begin, iterate, written, ended, faults, isIdle } = open();
  const { owner } = begin('a', 20);
  owner.hasLeft = true;
  written.length = 0;
  begin('b', 5, { fails: true });
  while (!isIdle()) assert.ok(iterate().every((part) => part.startsWith('b')));
  assert.deepEqual([ended, faults], [[], ['b: Error: broken']]);
});
