import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds, MainThread, type WorkKind } from './main-thread.ts';

const unexpected = (error: unknown) => assert.fail(String(error));

/** A main thread whose clock only work moves, and whose iterations are run by the test. */
function createThread(maxWaiting: Partial<Record<WorkKind, number>> = {}) {
  const clock = { now: 0 };
  const scheduled: (() => void)[] = [];
  const faults: unknown[] = [];
  const thread = new MainThread({
    now: () => clock.now,
    nextIteration: (run) => scheduled.push(run),
    maxWaiting,
    onFault: (error) => faults.push(error),
  });
  const done: string[] = [];
  const failed: string[] = [];
  const connections = new Map<string, object>();
  const ownerOf = (name: string) => {
    const connection = connections.get(name) ?? {};
    connections.set(name, connection);
    return { network: name.charAt(0), connection, hasLeft: false };
  };
  const add = (kind: WorkKind, name: string, milliseconds: number, owner = ownerOf(name)) => {
    const work = () => {
      clock.now += milliseconds;
      done.push(name);
    };
    thread.run(kind, owner, work, (error) => failed.push(`${name}: ${(error as Error).message}`));
  };
  /** Runs one iteration; returns what it has done, and whether another is scheduled. */
  const iterate = () => {
    assert.ok(scheduled.length <= 1, 'an iteration is scheduled once');
    scheduled.shift()?.();
    return { done: done.splice(0), isScheduled: scheduled.length > 0 };
  };
  return { clock, thread, add, done, failed, faults, iterate, ownerOf };
}

test('work is done at once until its kind has used its share, and then in the next iterations', () => {
  const { add, done, iterate } = createThread();
  add('request', 'a', kinds.request - 1);
  add('request', 'b', 1);
  assert.deepEqual(done.splice(0), ['a', 'b']);
  for (const name of ['c', 'd', 'e']) add('request', name, kinds.request - 1);
  assert.deepEqual(done, []);
  assert.deepEqual(iterate(), { done: ['c', 'd'], isScheduled: true });
  assert.deepEqual(iterate(), { done: ['e'], isScheduled: false });
  add('request', 'f', 1);
  assert.deepEqual(done.splice(0), ['f'], 'at once again');
});

test('a kind that has used its share delays no other kind', () => {
  const { add, done, iterate } = createThread();
  add('request', 'a', 1_000);
  add('request', 'b', 1_000);
  const others = (Object.keys(kinds) as WorkKind[]).filter((kind) => kind !== 'request');
  for (const kind of others) add(kind, kind, 1);
  assert.deepEqual(done.splice(0), ['a', ...others]);
  assert.deepEqual(iterate().done, ['b']);
});

test('work that cannot wait is done at once, and what comes after it waits for the share that it has used', () => {
  const { clock, thread, add, done, failed, iterate, ownerOf } = createThread();
  const work = () => {
    clock.now += kinds.block;
    return done.push('published');
  };
  add('block', 'a', kinds.block);
  assert.equal(thread.measure('block', work), 2);
  assert.equal(thread.statistics.block.spentMs, 2 * kinds.block);
  assert.deepEqual(iterate().done, ['a', 'published']);
  const reject = (error: unknown) => failed.push(String(error));
  thread.run('block', ownerOf('a'), () => void thread.measure('block', work), reject);
  assert.equal(thread.statistics.block.spentMs, 3 * kinds.block, 'a part of other work is not counted twice');
  assert.deepEqual(iterate().done, ['published']);
  const fail = () => {
    work();
    throw new TypeError('broken');
  };
  assert.throws(() => thread.measure('block', fail), /broken/);
  add('block', 'b', 1);
  assert.deepEqual(done.splice(0), ['published']);
  assert.deepEqual(iterate(), { done: ['b'], isScheduled: false });
});

test('every kind gets something done in each iteration, in the order of the table', () => {
  const { add, done, iterate } = createThread();
  const all = Object.keys(kinds) as WorkKind[];
  for (const kind of all) for (const number of [1, 2, 3]) add(kind, `${number} ${kind}`, 1_000);
  assert.deepEqual(
    done.splice(0),
    all.map((kind) => `1 ${kind}`),
  );
  for (const number of [2, 3]) {
    assert.deepEqual(
      iterate().done,
      all.map((kind) => `${number} ${kind}`),
    );
  }
  assert.deepEqual(iterate(), { done: [], isScheduled: false });
});

test('no number of connections or pieces of one network keeps another network waiting for more than one turn', () => {
  const { add, done, iterate } = createThread();
  for (let index = 0; index < 1_000; index++) add('request', `a${index % 100}`, kinds.request);
  add('request', 'b', kinds.request);
  assert.deepEqual(done.splice(0), ['a0']);
  iterate();
  assert.deepEqual(iterate().done, ['b']);
});

test('what throws fails its owner, and the rest continues', () => {
  const { thread, add, failed, iterate, ownerOf } = createThread();
  const fail = (name: string) =>
    thread.run(
      'request',
      ownerOf(name),
      () => {
        throw new Error('broken');
      },
      (error) => failed.push(`${name}: ${(error as Error).message}`),
    );
  fail('a');
  add('request', 'b', kinds.request);
  fail('c');
  add('request', 'd', 1);
  assert.deepEqual(iterate(), { done: ['b', 'd'], isScheduled: false });
  assert.deepEqual(failed, ['a: broken', 'c: broken']);
});

test('what an owner throws when it is told of its failure is noted, and the rest continues', () => {
  const { thread, add, done, faults, iterate, ownerOf } = createThread();
  const raise = (text: string) => () => {
    throw new Error(text);
  };
  add('request', 'a', kinds.request);
  assert.deepEqual(done.splice(0), ['a']);
  thread.run('request', ownerOf('b'), raise('broken'), raise('broken again'));
  add('request', 'c', 1);
  assert.deepEqual(iterate(), { done: ['c'], isScheduled: false });
  assert.deepEqual(faults.map(String), ['Error: broken again']);
});

test('when too much waits, the newest of the network with the most is dropped and counted', () => {
  const { thread, add, failed, iterate } = createThread({ execution: 2 });
  add('execution', 'a0', kinds.execution);
  for (const name of ['a1', 'a2']) add('execution', name, 1);
  assert.deepEqual(failed, [], 'exactly full');
  add('execution', 'b1', 1);
  assert.deepEqual(failed, ['a2: too much work waits']);
  assert.equal(thread.statistics.execution.dropped, 1);
  assert.deepEqual(iterate().done, ['a0', 'a1', 'b1']);
});

test('work whose owner has left is not done', () => {
  const { add, failed, iterate, ownerOf } = createThread();
  const owner = { ...ownerOf('b'), hasLeft: false };
  add('request', 'a', kinds.request);
  add('request', 'b', 1, owner);
  owner.hasLeft = true;
  assert.deepEqual(iterate().done, ['a']);
  assert.deepEqual(failed, ['b: nobody waits for this work any more']);
});

test('steps continue over iterations, one piece of work after the other, and resolve with their result', async () => {
  const { clock, thread, done, iterate, ownerOf } = createThread();
  const make = (name: string, steps: number) =>
    thread.runSteps('background', ownerOf(name), function* () {
      for (let step = 0; step < steps; step++) {
        clock.now += kinds.background / 2;
        done.push(`${name}${step}`);
        yield;
      }
      return name;
    });
  const results = Promise.all([make('a', 5), make('b', 2)]);
  assert.deepEqual(done.splice(0), ['a0', 'a1']);
  assert.equal(thread.statistics.background.waiting, 2);
  assert.deepEqual(iterate().done, ['a2', 'a3']);
  assert.deepEqual(iterate().done, ['a4', 'b0']);
  assert.deepEqual(iterate(), { done: ['b1'], isScheduled: false });
  assert.deepEqual(await results, ['a', 'b']);
});

test('steps that throw, and those whose owner leaves, reject; the next piece of work begins', async () => {
  const { clock, thread, done, iterate, ownerOf } = createThread();
  const owner = { ...ownerOf('b'), hasLeft: false };
  const broken = thread.runSteps('background', ownerOf('a'), function* () {
    clock.now += kinds.background;
    yield;
    throw new Error('broken');
  });
  const left = thread.runSteps('background', owner, function* () {
    clock.now += kinds.background;
    done.push('b');
    yield;
    assert.fail('nobody waits for this');
  });
  const last = thread.runSteps('background', ownerOf('c'), function* () {
    yield;
    return 'c';
  });
  const outcomes = Promise.allSettled([broken, left, last]);
  assert.deepEqual(iterate().done, ['b']);
  owner.hasLeft = true;
  assert.deepEqual(iterate(), { done: [], isScheduled: false });
  const [first, second, third] = await outcomes;
  assert.match(String(first.status === 'rejected' && first.reason), /broken/);
  assert.match(String(second.status === 'rejected' && second.reason), /nobody waits/);
  assert.equal(third.status === 'fulfilled' && third.value, 'c');
});

test('work that `runLater` adds waits for an iteration even when its kind has time', () => {
  const { thread, done, iterate, ownerOf } = createThread();
  thread.runLater('request', ownerOf('a'), () => done.push('a'), unexpected);
  assert.deepEqual(done, []);
  assert.deepEqual(iterate(), { done: ['a'], isScheduled: false });
});

test('a turn resolves in a later iteration, after what waits of other networks, and rejects when its owner leaves', async () => {
  const { thread, done, iterate, ownerOf, add } = createThread();
  const owner = { ...ownerOf('c'), hasLeft: false };
  const turns = [ownerOf('a'), owner].map((each) => thread.turn('request', each));
  const outcomes = Promise.allSettled(turns.map((turn, index) => turn.then(() => done.push(`turn ${index}`))));
  add('request', 'b', 1);
  owner.hasLeft = true;
  assert.deepEqual(done, []);
  assert.deepEqual(iterate(), { done: ['b'], isScheduled: false });
  const [first, second] = await outcomes;
  assert.deepEqual(done, ['turn 0']);
  assert.equal(first?.status, 'fulfilled');
  assert.match(String(second?.status === 'rejected' && second.reason), /nobody waits/);
});

test('time that is charged counts as the share of its kind', () => {
  const { thread, iterate } = createThread();
  thread.charge('execution', kinds.execution - 1);
  assert.ok(thread.isOpen('execution'));
  thread.charge('execution', 1);
  assert.ok(!thread.isOpen('execution'));
  assert.ok(thread.isOpen('request'));
  assert.deepEqual(iterate(), { done: [], isScheduled: false });
  assert.ok(thread.isOpen('execution'));
});

test('the statistics say how long the work of a kind took and waited', () => {
  const { thread, add, iterate } = createThread();
  add('request', 'a', kinds.request);
  add('request', 'b', 3);
  add('delivery', 'c', 2);
  assert.deepEqual(thread.statistics.request, { waiting: 1, spentMs: 10, dropped: 0, longestWaitMs: 0 });
  iterate();
  assert.deepEqual(thread.statistics.request, { waiting: 0, spentMs: 13, dropped: 0, longestWaitMs: 2 });
  assert.deepEqual(thread.statistics.delivery, { waiting: 0, spentMs: 2, dropped: 0, longestWaitMs: 0 });
});

test('work that a piece of work adds to its own kind waits until that one has ended', () => {
  const { clock, thread, done, iterate, ownerOf } = createThread();
  const outer = () => {
    thread.run('request', ownerOf('b'), () => done.push('b'), unexpected);
    clock.now += 1;
    done.push('a');
  };
  thread.run('request', ownerOf('a'), outer, unexpected);
  assert.deepEqual(done.splice(0), ['a']);
  assert.deepEqual(iterate(), { done: ['b'], isScheduled: false });
});

/** Settles what promises have brought about. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a block gets its share of every iteration under requests without end, and they get theirs', async () => {
  const { clock, thread, add, done, iterate, ownerOf } = createThread();
  const milliseconds = 8 * kinds.block;
  const block = thread.runSteps('block', ownerOf('block'), function* () {
    for (let step = 0; step < milliseconds; step++) {
      clock.now++;
      done.push('block');
      yield;
    }
    return 'made';
  });
  const shares: unknown[] = [];
  const count = (names: readonly string[]) => ({
    block: names.filter((name) => name === 'block').length,
    requests: names.filter((name) => name !== 'block').length,
  });
  for (let request = 0; request < 1_000; request++) add('request', `a${request % 50}`, 1);
  shares.push(count(done.splice(0)));
  for (let iteration = 1; iteration < 8; iteration++) shares.push(count(iterate().done));
  assert.deepEqual(shares, Array(8).fill({ block: kinds.block, requests: kinds.request }));
  iterate(); // the block's end is a step of its own
  assert.equal(await block, 'made');
  assert.equal(thread.statistics.block.spentMs, milliseconds);
});

test('requests wait for no more than a share and one step of blocks without end', () => {
  const { clock, thread, add, done, iterate, ownerOf } = createThread();
  const endless = function* () {
    for (;;) {
      clock.now += kinds.block - 1;
      yield;
    }
  };
  for (const name of ['a', 'b', 'c']) void thread.runSteps('block', ownerOf(name), endless);
  add('request', 'r', kinds.request);
  add('request', 's', 1);
  assert.deepEqual(done.splice(0), ['r']);
  const before = clock.now;
  assert.deepEqual(iterate().done, ['s']);
  assert.equal(clock.now - before, 2 * (kinds.block - 1) + 1);
});

test('work that waits for a promise keeps no other waiting, and continues before what has not begun', async () => {
  const { clock, thread, done, iterate, ownerOf } = createThread();
  let settled = () => {};
  const promise = new Promise<void>((resolve) => {
    settled = resolve;
  });
  const first = thread.runSteps('block', ownerOf('a'), function* (time) {
    clock.now += 3;
    done.push('a0');
    yield promise;
    done.push('a1');
    return time.elapsed();
  });
  const other = (name: string) =>
    thread.runSteps('block', ownerOf(name), function* (time) {
      clock.now += kinds.block;
      done.push(name);
      yield;
      return time.elapsed();
    });
  const others = Promise.all(['b', 'c'].map(other));
  assert.deepEqual(done.splice(0), ['a0', 'b']);
  settled();
  await settle();
  assert.deepEqual(done, [], 'the share is used up');
  assert.equal(thread.statistics.block.waiting, 3);
  assert.deepEqual(iterate().done, ['a1', 'c'], 'b has ended before');
  assert.equal(await first, 3 + kinds.block, 'what it waited for counts');
  iterate();
  assert.deepEqual(await others, [kinds.block, kinds.block], 'the turns of others do not');
});

test('work continues at once when what it waited for settles and its kind has time', async () => {
  const { thread, ownerOf } = createThread();
  const result = thread.runSteps('block', ownerOf('a'), function* () {
    yield Promise.resolve();
    return 'no iteration was needed';
  });
  assert.equal(await result, 'no iteration was needed');
});

test('what a promise rejects with is thrown where the work waits for it', async () => {
  const { thread, ownerOf } = createThread();
  const broken = () => Promise.reject(new Error('broken'));
  const caught = thread.runSteps('block', ownerOf('a'), function* () {
    try {
      yield broken();
    } catch (error) {
      return String(error);
    }
    return 'not thrown';
  });
  assert.equal(await caught, 'Error: broken');
  const ended = thread.runSteps('block', ownerOf('b'), function* () {
    yield broken();
  });
  await assert.rejects(ended, /broken/);
});

test('steps whose owner leaves are ended early; what their end throws is noted, and they reject', async () => {
  const { clock, thread, faults, iterate, ownerOf } = createThread();
  const owner = { ...ownerOf('a'), hasLeft: false };
  const left = thread.runSteps('block', owner, function* () {
    try {
      clock.now += kinds.block;
      yield;
    } finally {
      // biome-ignore lint/correctness/noUnsafeFinally: an end that is broken is what this is about
      throw new Error('broken end');
    }
  });
  const outcome = assert.rejects(left, /nobody waits/);
  owner.hasLeft = true;
  iterate();
  await outcome;
  assert.deepEqual(faults.map(String), ['Error: broken end']);
});
