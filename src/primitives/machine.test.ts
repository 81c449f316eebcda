import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elapsedMs, type Machine, randomBytes, randomUUID, replaceMachine, setTimeout, sleep } from './machine.ts';

/** A machine whose timers run when they are told to, and whose bytes are all ones. */
function testMachine(): { readonly machine: Machine; readonly timers: (() => void)[]; readonly cleared: unknown[] } {
  const timers: (() => void)[] = [];
  const cleared: unknown[] = [];
  const timer = { refresh: () => {}, unref: () => timer };
  const start = (callback: () => void) => {
    timers.push(callback);
    return timer;
  };
  const machine: Machine = {
    dateMs: () => 5,
    elapsedMs: () => 7,
    setTimeout: start,
    setInterval: start,
    clearTimer: (timer) => void cleared.push(timer),
    setImmediate: (callback) => void timers.push(callback),
    fillRandom: (bytes, at, length) => void bytes.fill(0xff, at, at + length),
    createThread: () => {
      throw new Error('no threads');
    },
  };
  return { machine, timers, cleared };
}

test('another machine gives time, timers and chance until it is taken back', async () => {
  const { machine, timers } = testMachine();
  const restore = replaceMachine(machine);
  try {
    assert.equal(elapsedMs(), 7);
    assert.equal(randomUUID(), 'ffffffff-ffff-4fff-bfff-ffffffffffff');
    let runs = 0;
    setTimeout(() => runs++, 1_000);
    const slept = sleep(60_000);
    for (const run of timers) run();
    await slept;
    assert.equal(runs, 1);
  } finally {
    restore();
  }
  assert.notEqual(elapsedMs(), 7);
  assert.notDeepEqual(randomBytes(32), randomBytes(32));
  assert.match(randomUUID(), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});

test('a sleep ends when its signal aborts, and leaves no timer', async () => {
  const { machine, timers, cleared } = testMachine();
  const restore = replaceMachine(machine);
  try {
    const controller = new AbortController();
    const slept = sleep(60_000, controller.signal);
    controller.abort();
    await slept;
    assert.equal(cleared.length, 1);
    await sleep(60_000, controller.signal);
    assert.equal(timers.length, 1);
  } finally {
    restore();
  }
});
