import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue, type QueueEntry } from './fair-queue.ts';

type Named = QueueEntry & { readonly name: string };

/** Entries are named by their network and a number; each has a connection of its own unless one is given. */
function createLine(maxLength: number) {
  const line = new FairQueue<Named>(maxLength);
  const rejected: string[] = [];
  const events: string[] = [];
  const owners = new Map<string, { hasLeft: boolean }>();
  const push = (name: string, connection: object = {}) => {
    const owner = {
      network: name.charAt(0),
      connection,
      hasLeft: false,
      pause: () => events.push(`pause ${name}`),
      resume: () => events.push(`resume ${name}`),
    };
    owners.set(name, owner);
    line.push({ name, owner, reject: (error) => rejected.push(`${name}: ${(error as Error).message}`) });
  };
  const leave = (name: string) => {
    const owner = owners.get(name);
    if (owner !== undefined) owner.hasLeft = true;
  };
  const drain = () => {
    const taken: string[] = [];
    for (let next = line.shift(); next !== undefined; next = line.shift()) taken.push(next.name);
    return taken;
  };
  return { line, push, drain, rejected, leave, events };
}

test('networks take turns, each with its own in order', () => {
  const { push, drain } = createLine(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) push(name);
  assert.deepEqual(drain(), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('when it is full, the newest entry of the network with the most is dropped', () => {
  const { line, push, drain, rejected } = createLine(4);
  for (const name of ['a1', 'a2', 'a3', 'a4']) push(name);
  assert.deepEqual(rejected, [], 'exactly full');
  for (const name of ['a5', 'b1', 'b2']) push(name);
  assert.deepEqual(
    rejected,
    ['a5', 'a4', 'a3'].map((name) => `${name}: too much work waits`),
  );
  assert.equal(line.length, 4);
  assert.deepEqual(drain(), ['a1', 'b1', 'a2', 'b2']);
});

test('entries whose owner has left make room for others and are never taken', () => {
  const { line, push, drain, rejected, leave } = createLine(3);
  for (const name of ['a1', 'a2', 'b1']) push(name);
  leave('a1');
  leave('b1');
  push('c1');
  assert.deepEqual(
    rejected,
    ['a1', 'b1'].map((name) => `${name}: nobody waits for this work any more`),
  );
  leave('a2');
  push('c2');
  assert.deepEqual(drain(), ['c1', 'c2']);
  assert.equal(line.length, 0);
});

test('what a client has left behind is dropped in portions', () => {
  for (const count of [63, 64, 65, 128, 129]) {
    const { line, push, rejected, leave } = createLine(1_000);
    const names = Array.from({ length: count }, (_, index) => `a${index}`);
    for (const name of names) push(name);
    for (const name of names) leave(name);
    push('b1');
    const taken: (string | undefined)[] = [];
    const most: number[] = [];
    while (line.hasNext) {
      const before = rejected.length;
      taken.push(line.shift()?.name);
      most.push(rejected.length - before);
    }
    assert.ok(Math.max(...most) <= 64, `${count} left behind: ${most}`);
    assert.deepEqual(
      taken.filter((name) => name !== undefined),
      ['b1'],
    );
    assert.equal(rejected.length, count);
  }
});

test('connections of one network take turns too', () => {
  const { push, drain } = createLine(10);
  const one = {};
  for (const name of ['a1', 'a2', 'a3']) push(name, one);
  push('a4');
  assert.deepEqual(drain(), ['a1', 'a4', 'a2', 'a3']);
});

test('a connection is paused while entries of it wait, however they leave the queue', () => {
  const { line, push, events, leave } = createLine(3);
  const one = {};
  push('a1', one);
  push('a2', one);
  assert.deepEqual(events.splice(0), ['pause a1']);
  line.shift();
  assert.deepEqual(events.splice(0), []);
  line.shift();
  assert.deepEqual(events.splice(0), ['resume a2']);
  push('b1');
  leave('b1');
  push('b2');
  push('b3');
  push('b4'); // makes room
  assert.deepEqual(events.splice(0), ['pause b1', 'pause b2', 'pause b3', 'resume b1', 'pause b4']);
  push('c1');
  assert.deepEqual(events.splice(0), ['pause c1', 'resume b4'], 'the newest was dropped');
  line.clear(new Error('closed'));
  assert.deepEqual(events.splice(0), ['resume b2', 'resume b3', 'resume c1']);
  assert.equal(line.length, 0);
});
