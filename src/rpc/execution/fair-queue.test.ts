import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

function createLine(maxLength: number) {
  const line = new FairQueue(maxLength);
  const began: string[] = [];
  const rejected: string[] = [];
  const controllers = new Map<string, AbortController>();
  const push = (name: string) => {
    const controller = new AbortController();
    controllers.set(name, controller);
    line.push({
      network: name.charAt(0),
      signal: controller.signal,
      start: () => began.push(name),
      reject: () => rejected.push(name),
    });
  };
  const abort = (name: string) => controllers.get(name)?.abort();
  const drain = () => {
    for (let next = line.shift(); next !== undefined; next = line.shift()) next.start();
    return began.splice(0);
  };
  return { line, push, drain, rejected, abort };
}

test('clients take turns, each with its own in order', () => {
  const { push, drain } = createLine(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) push(name);
  assert.deepEqual(drain(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('when it is full, the newest call of the client with the most is dropped', () => {
  const { line, push, drain, rejected } = createLine(4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2']) push(name);
  assert.deepEqual(rejected, ['a5', 'a4', 'a3']);
  assert.equal(line.length, 4);
  assert.deepEqual(drain(), ['a1', 'b1', 'a2', 'b2']);
});

test('calls of clients that have left make room for others and never start', () => {
  const { line, push, drain, rejected, abort } = createLine(3);
  for (const name of ['a1', 'a2', 'b1']) push(name);
  abort('a1');
  abort('b1');
  push('c1');
  assert.deepEqual(rejected, ['a1', 'b1']);
  abort('a2');
  push('c2');
  assert.deepEqual(drain(), ['c1', 'c2']);
  assert.equal(line.length, 0);
});

test('connections of one client take turns too', () => {
  const line = new FairQueue(10);
  const served: string[] = [];
  const push = (signal: AbortSignal, name: string) =>
    line.push({ network: 'a', signal, start: () => served.push(name), reject: () => assert.fail(name) });
  const [one, other] = [new AbortController(), new AbortController()];
  for (const name of ['a1', 'a2', 'a3']) push(one.signal, name);
  push(other.signal, 'b1');
  for (let next = line.shift(); next !== undefined; next = line.shift()) next.start();
  assert.deepEqual(served, ['a1', 'b1', 'a2', 'a3']);
});
