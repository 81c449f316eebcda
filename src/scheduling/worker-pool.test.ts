import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { WorkerOptions } from 'node:worker_threads';
import { Faults } from '../primitives/faults.ts';
import type { GuardedWorker } from '../primitives/guarded-worker.ts';
import { Threads } from '../primitives/threads.ts';
import { NoThreads } from '../testing/chain/no-threads.ts';
import { unreadable } from '../testing/chain/unreadable.ts';
import { until } from '../testing/until.ts';
import { FairQueue } from './fair-queue.ts';
import { WorkerPool } from './worker-pool.ts';
import type { TaskThread, WorkerError, WorkerTask } from './worker-task.ts';

/** What the thread does with a request: by default it returns twice the number. */
type Request = { readonly number: number; readonly extra?: object };
type Task = WorkerTask<Request, string>;

const limit = { timeout: 600_000 };
const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A program with `serve`, `port`, `stop` and `unreadable()` at hand; `stop` is the cell of the thread. */
const programOf = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port, workerData } from 'node:worker_threads';
      import { serveRequests } from ${moduleUrl('./serve-requests.js')};
      import { unreadable } from ${moduleUrl('../testing/chain/unreadable.js')};
      const { nativeCalls, stop } = workerData;
      Atomics.store(nativeCalls, 0, 0);
      const serve = (respond) => serveRequests(port, respond);
      const double = (number) => 'twice: ' + 2 * number;
      ${source}
    `)}`,
  );

const doubling = 'serve(({ number }, reply) => reply.end(double(number)));';
/** Ends with number 1, fills its heap with number 2, waits for `stop` with number 3, for nothing with 4. */
const failing = `serve(({ number }, reply) => {
  if (number === 1) process.exit();
  for (const kept = []; number === 2; ) kept.push({ at: kept.length });
  if (number === 3) while (Atomics.load(stop, 0) === 0);
  while (number === 4);
  reply.end(double(number));
});`;

/** The first threads run one program, later ones another. */
class ChangingThreads extends Threads {
  started = 0;
  readonly #first: number;
  readonly #later: URL;

  constructor(first: number, later: string) {
    super(new Faults());
    this.#first = first;
    this.#later = programOf(later);
  }

  protected override create(program: URL, options: WorkerOptions): GuardedWorker {
    return super.create(this.started++ < this.#first ? program : this.#later, options);
  }
}

type Use = {
  readonly threads?: Threads;
  readonly maxThreads?: number;
  readonly tasksPerThread?: number;
  readonly queue?: FairQueue<Task>;
};

function open(t: TestContext, source: string, use: Use = {}) {
  const { threads, maxThreads = 1, tasksPerThread = 1, queue = new FairQueue<Task>(4) } = use;
  const faults = new Faults();
  const pool = new WorkerPool<Request, string>({
    ...{ name: 'of a test', program: programOf(source), maxThreads, tasksPerThread, queue, heapMegabytes: 32 },
    threads: threads ?? new Threads(faults),
  });
  t.after(() => pool.close());
  const outcome = (number: number, extra?: object) =>
    pool.run({ number, ...(extra && { extra }) }).catch((error: unknown) => {
      assert.ok(error instanceof Error);
      return 'reason' in error ? String((error as WorkerError).reason) : error.message;
    });
  const outcomes = (numbers: readonly number[]) => Promise.all(numbers.map((number) => outcome(number)));
  return { pool, faults, outcome, outcomes };
}

test('a result is that of its request, in whatever order they come', limit, async (t) => {
  const source = `const received = [];
    serve(({ number }, reply) => {
      received.unshift(() => reply.end(double(number)));
      if (received.length === 3) for (const send of received) send();
    });`;
  const { outcomes } = open(t, source, { tasksPerThread: 3 });
  assert.deepEqual(await outcomes([5, 6, 7]), ['twice: 10', 'twice: 12', 'twice: 14']);
});

test('a thread starts with the first request, and ends when it is idle', limit, async (t) => {
  const { pool, outcome } = open(t, doubling, { threads: new Threads(new Faults(), 20) });
  assert.deepEqual(pool.statistics, { threads: 0, running: 0, waiting: 0, ended: 0 });
  const waiting = outcome(5);
  assert.deepEqual(pool.statistics, { threads: 1, running: 1, waiting: 0, ended: 0 });
  assert.equal(await waiting, 'twice: 10');
  await until(() => pool.statistics.threads === 0, 'its end');
  pool.prepare();
  assert.equal(pool.statistics.threads, 1);
  await until(() => pool.statistics.threads === 0, 'its end');
  assert.equal(await outcome(6), 'twice: 12', 'by a new one');
  assert.equal(pool.statistics.ended, 0);
});

test('thousands of tasks whose owner has left are dropped over several iterations', limit, async (t) => {
  const { pool } = open(t, doubling, { queue: new FairQueue<Task>() });
  const owner = { network: 'a', connection: {}, hasLeft: false };
  const order: string[] = [];
  const drop = (error: unknown) => order.push((error as Error).message);
  const tasks = Array.from({ length: 2_000 }, (_, number) => pool.run({ number }, owner).catch(drop));
  await tasks[0];
  owner.hasLeft = true;
  const others = pool.run({ number: 5 }, { network: 'b', connection: {}, hasLeft: false });
  const iterate = () => {
    order.push('iteration');
    if (pool.statistics.waiting > 0) setImmediate(iterate);
  };
  setImmediate(iterate);
  assert.equal(await others, 'twice: 10');
  await Promise.all(tasks);
  const pieces = order
    .join()
    .split('iteration')
    .map((piece) => piece.split('nobody').length - 1);
  assert.ok(Math.max(...pieces) <= 128, `at once: ${pieces}`);
  assert.ok(pieces.length > 10);
});

test('a pool that is closed between two portions rejects the rest, and starts nothing', limit, async (t) => {
  const { pool } = open(t, doubling, { queue: new FairQueue<Task>() });
  const owner = { network: 'a', connection: {}, hasLeft: false };
  const reasons: string[] = [];
  const drop = (error: unknown) => reasons.push((error as Error).message);
  const tasks = Array.from({ length: 1_000 }, (_, number) => pool.run({ number }, owner).catch(drop));
  await tasks[0];
  owner.hasLeft = true;
  await until(() => reasons.length > 0, 'the first portion');
  await Promise.all([pool.close(), ...tasks]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(pool.statistics, { threads: 0, running: 0, waiting: 0, ended: 0 });
  const left = reasons.filter((reason) => reason === 'nobody waits for this work any more').length;
  assert.ok(left >= 64 && left < 1_000, `${left} of ${reasons.length}`);
  assert.equal(reasons.filter((reason) => reason === 'the threads are closed').length, reasons.length - left);
});

test('threads that have loaded and have the fewest tasks get the next', limit, async (t) => {
  const { pool, outcomes } = open(t, failing, { maxThreads: 2, tasksPerThread: 2 });
  pool.prepare(2);
  await until(() => pool.ready === 2, 'two threads');
  assert.equal(pool.room, 4);
  const busy = outcomes([5, 6]);
  assert.equal(pool.room, 2);
  assert.deepEqual(await busy, ['twice: 10', 'twice: 12']);
});

test('what a thread leaves behind when it dies is repeated once, and only once', limit, async (t) => {
  const threads = new ChangingThreads(1, doubling);
  const { pool, outcomes } = open(t, failing, { threads, tasksPerThread: 3 });
  assert.deepEqual(await outcomes([1, 5, 6]), ['twice: 2', 'twice: 10', 'twice: 12']);
  assert.deepEqual([threads.started, pool.statistics.ended], [2, 1]);
  const twice = open(t, failing, { threads: new ChangingThreads(2, doubling), tasksPerThread: 2 });
  assert.deepEqual(await twice.outcomes([1, 5, 6]), ['ended', 'ended', 'twice: 12'], 'two have died with 5 behind 1');
  assert.equal(twice.pool.statistics.ended, 2);
});

test(
  'a thread that needs too much memory ends, and its task is repeated only where the pool says so',
  limit,
  async (t) => {
    const { pool, outcomes, faults } = open(t, failing);
    assert.deepEqual(await outcomes([2, 5]), ['memory', 'twice: 10']);
    assert.equal(pool.statistics.ended, 1);
    assert.deepEqual([...faults.counts], [['thread of a test', 1]]);
    const errors: string[] = [];
    const threads = new ChangingThreads(1, doubling);
    const repeating = new WorkerPool<Request, string>({
      ...{
        name: 'of a test',
        program: programOf(failing),
        threads,
        maxThreads: 1,
        heapMegabytes: 32,
        repeatsOutOfMemory: true,
      },
    });
    t.after(() => repeating.close());
    const result = await new Promise((resolve, reject) =>
      repeating.add({
        owner: { network: 'a', connection: {}, hasLeft: false },
        request: () => ({ number: 2 }),
        onRepeat: ({ reason }) => errors.push(reason),
        resolve,
        reject,
      }),
    );
    assert.deepEqual([result, errors], ['twice: 4', ['memory']]);
  },
);

test('a request that the thread cannot read ends it: it is repeated once, others continue', limit, async (t) => {
  const { outcome, outcomes, faults } = open(t, doubling);
  assert.deepEqual(await Promise.all([outcome(1, unreadable()), outcome(5)]), ['ended', 'twice: 10']);
  assert.deepEqual([...faults.counts], [['thread of a test', 2]]);
  assert.deepEqual(await outcomes([6]), ['twice: 12']);
});

test('a result that cannot be read ends its thread, and nothing that it sends later counts', limit, async (t) => {
  const source = `serve(({ number }, reply) => reply.end(number === 1 ? unreadable() : 'too late'));`;
  const threads = new ChangingThreads(1, doubling);
  const { pool, outcomes } = open(t, source, { threads, tasksPerThread: 3 });
  assert.deepEqual(await outcomes([1, 5, 6]), ['twice: 2', 'twice: 10', 'twice: 12']);
  assert.equal(pool.statistics.ended, 1);
  const twice = open(t, source, { tasksPerThread: 2 });
  assert.deepEqual(await twice.outcomes([1, 5]), ['ended', 'ended']);
});

test('what cannot be sent is rejected, and the thread continues', limit, async (t) => {
  const { outcome, faults } = open(t, doubling);
  const all = [outcome(1), outcome(2, { call: () => {} }), outcome(3)];
  assert.deepEqual(await Promise.all(all), ['twice: 2', 'unsendable', 'twice: 6']);
  assert.equal(faults.counts.size, 0);
});

test('when the system gives no thread, everything is rejected; with one, it waits for it', limit, async (t) => {
  const faults = new Faults();
  const none = open(t, doubling, { threads: new NoThreads(faults) });
  none.pool.prepare();
  assert.deepEqual(await none.outcomes([1, 2]), ['unavailable', 'unavailable']);
  assert.deepEqual(none.pool.statistics, { threads: 0, running: 0, waiting: 0, ended: 0 });
  assert.deepEqual([...faults.counts], [['thread of a test', 1]], 'it is not tried again at once');
  const one = open(t, failing, { threads: new OneThread(new Faults()), maxThreads: 3 });
  assert.deepEqual(await one.outcomes([5, 6, 7]), ['twice: 10', 'twice: 12', 'twice: 14']);
  assert.equal(one.pool.statistics.threads, 1);
  assert.deepEqual(await one.outcomes([1, 5]), ['unavailable', 'unavailable'], 'it has died');
});

/** A system that gives one thread and no more. */
class OneThread extends Threads {
  #isGiven = false;

  protected override create(program: URL, options: WorkerOptions): GuardedWorker {
    if (this.#isGiven) throw new Error('Worker initialization failure: EAGAIN');
    this.#isGiven = true;
    return super.create(program, options);
  }
}

test('the queue takes as many as it may, and one more is rejected', limit, async (t) => {
  for (const [waiting, rejected] of [
    [3, 0],
    [4, 0],
    [5, 1],
  ] as const) {
    const { pool, outcome, outcomes } = open(t, failing);
    const holding = holds(pool);
    const all = outcomes(Array.from({ length: waiting }, (_, index) => 10 + index));
    assert.equal(pool.statistics.waiting, waiting - rejected);
    (await holding.begun).stop();
    assert.equal(await holding.result, 'twice: 6');
    const results = await all;
    assert.equal(results.filter((result) => result === 'full').length, rejected);
    assert.equal(results.filter((result) => result.startsWith('twice')).length, waiting - rejected);
    assert.equal(await outcome(5), 'twice: 10');
  }
});

/** A task that waits for `stop` in the thread, or without end. */
function holds(pool: WorkerPool<Request, string>, number = 3) {
  let begin: (thread: TaskThread) => void = () => {};
  const begun = new Promise<TaskThread>((resolve) => {
    begin = resolve;
  });
  const result = new Promise<string>((resolve, reject) =>
    pool.add({
      owner: { network: 'a', connection: {}, hasLeft: false },
      request: () => ({ number }),
      onBegin: (thread) => begin(thread),
      resolve,
      reject,
    }),
  );
  return { begun, result };
}

test('a task that stops ends, and the next is not told to', limit, async (t) => {
  const { pool, outcome } = open(t, failing);
  for (let round = 0; round < 3; round++) {
    const holding = holds(pool);
    (await holding.begun).stop();
    assert.equal(await holding.result, 'twice: 6');
  }
  const held = holds(pool, 4);
  const next = outcome(5);
  const rejected = assert.rejects(held.result, { reason: 'ended' }, 'its owner has ended it: it is not repeated');
  await (await held.begun).end();
  await rejected;
  assert.equal(await next, 'twice: 10');
  assert.equal(pool.statistics.ended, 0);
});

test(
  'a pool that is closed while it is busy rejects at once, and what comes later does not count',
  limit,
  async (t) => {
    const { pool, outcome, outcomes } = open(t, failing); // the thread sends a result once it is told to stop
    const holding = holds(pool);
    await holding.begun;
    const waiting = outcomes([5, 6]);
    const closed = pool.close();
    await assert.rejects(holding.result, { reason: 'closed' });
    assert.deepEqual(await waiting, ['closed', 'closed']);
    assert.equal(await outcome(7), 'closed');
    pool.prepare();
    await closed;
    assert.deepEqual(pool.statistics, { threads: 0, running: 0, waiting: 0, ended: 0 });
  },
);

test('parts of a result come before it, and those of a thread that has died do not count', limit, async (t) => {
  const parts = (last: string) => `serve((_, reply) => {
    for (const part of [1, 2, 3]) reply.part(Uint8Array.of(part));
    ${last}
  });`;
  const threads = new ChangingThreads(1, parts(`reply.end('done');`));
  const { pool } = open(t, parts('setTimeout(() => process.exit(), 10);'), { threads });
  const received: number[] = [];
  const result = await new Promise((resolve, reject) =>
    pool.add({
      owner: { network: 'a', connection: {}, hasLeft: false },
      request: (isFirst) => ({ number: isFirst ? 1 : 2 }),
      onPart: ([part = 0]) => received.push(part),
      onRepeat: () => received.splice(0),
      resolve,
      reject,
    }),
  );
  assert.deepEqual([result, received], ['done', [1, 2, 3]]);
});
