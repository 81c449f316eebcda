import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MessageSource, MessageTurns } from './message-turns.ts';

/** Keeps the thread busy for some milliseconds. */
function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function countingSource() {
  const calls: string[] = [];
  const source = new MessageSource({ pause: () => calls.push('pause'), resume: () => calls.push('resume') });
  return { source, calls };
}

test('messages are handled at once until they take long, and then in turns, in the order of their connection', async () => {
  const turns = new MessageTurns();
  const [one, other] = [countingSource(), countingSource()];
  const handled: string[] = [];
  const send = (from: typeof one, name: string, milliseconds = 0) =>
    turns.handle(from.source, () => {
      busy(milliseconds);
      handled.push(name);
    });
  send(one, 'a1', 11);
  assert.deepEqual(handled, ['a1'], 'at once');
  for (const name of ['a2', 'a3', 'a4']) send(one, name, 11);
  send(other, 'b1');
  send(other, 'b2');
  assert.deepEqual(handled, ['a1']);
  assert.deepEqual([one.calls, other.calls], [['pause'], ['pause']], 'nothing more is read');
  await nextTurn();
  assert.deepEqual(handled.slice(1), ['a2'], 'one long message in a turn');
  while (handled.length < 6) await nextTurn();
  assert.deepEqual(handled.slice(1), ['a2', 'b1', 'a3', 'b2', 'a4']);
  assert.deepEqual(
    [one.calls, other.calls],
    [
      ['pause', 'resume'],
      ['pause', 'resume'],
    ],
  );
  send(one, 'a5');
  await nextTurn();
  assert.equal(handled.at(-1), 'a5');
});

test('a connection that two have paused reads again when both have resumed it', () => {
  const { source, calls } = countingSource();
  source.pause();
  source.pause();
  source.resume();
  assert.deepEqual(calls, ['pause']);
  source.resume();
  assert.deepEqual(calls, ['pause', 'resume']);
});
