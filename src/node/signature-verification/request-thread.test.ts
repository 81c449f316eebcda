import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkerOptions } from 'node:worker_threads';
import { Faults } from '../../primitives/faults.ts';
import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import { Threads } from '../../primitives/threads.ts';
import { testMainThread } from '../../testing/main-thread.ts';
import { NoThreads } from '../../testing/no-threads.ts';
import { unreadable } from '../../testing/unreadable.ts';
import { RequestThread } from './request-thread.ts';
import { WorkHere } from './work-here.ts';

type Request = { readonly number: number; readonly extra?: object };

const moduleUrl = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** A program with `respond`, `port` and `unreadable()` at hand. */
const programOf = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort as port } from 'node:worker_threads';
      import { respondToRequests } from ${moduleUrl('../../primitives/thread-requests.js')};
      import { unreadable } from ${moduleUrl('../../testing/unreadable.js')};
      import { workerData } from 'node:worker_threads';
      Atomics.store(workerData.nativeCalls, 0, 0);
      ${source}
    `)}`,
  );

/** Responds with who has doubled the number: the thread or this one. */
function open(
  t: TestContext,
  source: string,
  use: { readonly here?: (number: number) => string; readonly threads?: Threads } = {},
) {
  const faults = new Faults();
  const { here = (number) => `here ${2 * number}`, threads = new Threads(faults) } = use;
  const thread = new RequestThread<Request, string>({
    name: 'of a test',
    program: programOf(source),
    threads,
    here: ({ number }) => here(number),
    workHere: new WorkHere(testMainThread()),
  });
  t.after(() => thread.close());
  const keepAlive = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(keepAlive));
  return { thread, faults };
}

const doubling = 'respondToRequests(port, ({ number }) => "there " + 2 * number);';
const numbers = [1, 2, 3, 4, 5];

test('a response is that to its request, in whatever order they come', { timeout: 30_000 }, async (t) => {
  const { thread } = open(
    t,
    `const received = [];
    port.on('message', (message) => {
      received.unshift(message);
      if (received.length < 5) return;
      for (const { id, request } of received) port.postMessage({ id, response: 'there ' + 2 * request.number });
    });
    port.postMessage('ready');`,
  );
  const responses = await Promise.all(numbers.map((number) => thread.ask({ number })));
  assert.deepEqual(responses, ['there 2', 'there 4', 'there 6', 'there 8', 'there 10']);
});

test('a request that the thread cannot read ends it, and every request has its response', {
  timeout: 30_000,
}, async (t) => {
  const { thread, faults } = open(t, doubling);
  assert.equal(await thread.ask({ number: 9 }), 'there 18');
  const responses = await Promise.all([
    thread.ask({ number: 1, extra: unreadable() }),
    ...numbers.map((number) => thread.ask({ number })),
  ]);
  assert.deepEqual(responses, ['here 2', 'here 2', 'here 4', 'here 6', 'here 8', 'here 10']);
  assert.deepEqual([...faults.counts], [['thread of a test', 2]], 'the second one had it, too');
  assert.equal(await thread.ask({ number: 9 }), 'there 18', 'by a new thread');
});

test('a response that cannot be read ends the thread, and what it sends later counts no more', {
  timeout: 30_000,
}, async (t) => {
  const { thread, faults } = open(
    t,
    `port.on('message', ({ id, request }) => {
      port.postMessage(request.number === 1 ? { id, response: unreadable() } : { id, response: 'too late' });
    });
    port.postMessage('ready');`,
  );
  const responses = await Promise.all(numbers.map((number) => thread.ask({ number })));
  assert.deepEqual(responses, ['here 2', 'here 4', 'here 6', 'here 8', 'here 10']);
  assert.deepEqual([...faults.counts], [['thread of a test', 2]]);
});

test('what cannot be sent is done here, and the thread goes on', { timeout: 30_000 }, async (t) => {
  const { thread, faults } = open(t, doubling);
  const unsendable = { call: () => {} };
  const responses = [
    thread.ask({ number: 1 }),
    thread.ask({ number: 2, extra: unsendable }),
    thread.ask({ number: 3 }),
  ];
  assert.deepEqual(await Promise.all(responses), ['there 2', 'here 4', 'there 6']);
  assert.deepEqual([...faults.counts], []);
});

/** The first thread ends when it gets its first request; later ones double. */
class OneDyingThread extends Threads {
  #hasDied = false;

  protected override create(program: URL, options: WorkerOptions): GuardedWorker {
    const worker = super.create(this.#hasDied ? program : programOf(dying), options);
    this.#hasDied = true;
    return worker;
  }
}

const dying = `port.on('message', () => process.exit()); port.postMessage('ready');`;

test('what a thread leaves behind when it ends is asked of another one', { timeout: 30_000 }, async (t) => {
  const { thread } = open(t, doubling, { threads: new OneDyingThread(new Faults()) });
  const responses = await Promise.all(numbers.map((number) => thread.ask({ number })));
  assert.deepEqual(responses, ['there 2', 'there 4', 'there 6', 'there 8', 'there 10']);
});

/** The most that are done in one iteration of the event loop. */
async function mostAtOnce(t: TestContext, use: Parameters<typeof open>[2]): Promise<number> {
  let done = 0;
  const here = (number: number) => {
    for (const end = performance.now() + 6; performance.now() < end; );
    done++;
    return `here ${2 * number}`;
  };
  const { thread } = open(t, dying, { ...use, here });
  const all = Promise.all(Array.from({ length: 30 }, (_, number) => thread.ask({ number })));
  let most = 0;
  for (let before = done; before < 30; before = done) {
    await nextTurn();
    most = Math.max(most, done - before);
  }
  assert.deepEqual(
    await all,
    Array.from({ length: 30 }, (_, number) => `here ${2 * number}`),
  );
  return most;
}

test('what two threads leave behind, or none takes, is done here by turns', { timeout: 60_000 }, async (t) => {
  assert.ok((await mostAtOnce(t, {})) <= 2, 'two threads have ended');
  assert.ok((await mostAtOnce(t, { threads: new NoThreads(new Faults()) })) <= 2, 'there is no thread');
});
