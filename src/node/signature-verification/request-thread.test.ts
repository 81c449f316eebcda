import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Faults } from '../../primitives/faults.ts';
import { Threads } from '../../primitives/threads.ts';
import { unreadable } from '../../testing/unreadable.ts';
import { RequestThread } from './request-thread.ts';

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
function open(t: TestContext, source: string) {
  const faults = new Faults();
  const thread = new RequestThread<Request, string>({
    name: 'of a test',
    program: programOf(source),
    threads: new Threads(faults),
    here: ({ number }) => `here ${2 * number}`,
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
  assert.deepEqual([...faults.counts], [['thread of a test', 1]]);
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
  assert.deepEqual([...faults.counts], [['thread of a test', 1]]);
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
