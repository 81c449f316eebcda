import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { testMainThread } from '../../testing/process/main-thread.ts';
import { openHttpServer, type ServerDependencies } from './http-server.ts';
import { linesPerTurn } from './parse-in-turns.ts';

const times = { headerTimeoutMs: 5000, requestTimeoutMs: 5000, idleTimeoutMs: 5000 };

async function open(t: TestContext, changes: Partial<ServerDependencies> = {}): Promise<number> {
  const server = await openHttpServer(
    { address: { host: '127.0.0.1', port: 0 }, maxBodyBytes: 1000, ...times },
    { access: testAccess(), rules: testRules(), dispatch: () => 'response', page: () => undefined, ...changes },
  );
  t.after(() => server.close());
  return server.port;
}

/** The number of responses to so many requests that are sent at once, and whether the connection was closed. */
async function responsesTo(t: TestContext, port: number, request: string, count: number) {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  let responses = 0;
  let text = '';
  const all = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk;
      responses = text.split('HTTP/1.1 ').length - 1;
      if (responses === count) resolve();
    });
  });
  socket.write(request.repeat(count));
  const isClosed = await Promise.race([once(socket, 'close').then(() => true), all.then(() => false)]);
  return { responses, isClosed };
}

const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';
const post = (body: string) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

const chunked =
  'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';

test('a connection may have 250 requests without a response in the parser of Node, and not one more', async (t) => {
  let goOn = () => {};
  const all = new Promise<string>((resolve) => {
    goOn = () => resolve('response');
  });
  let dispatched = 0;
  const dispatch = () => {
    if (++dispatched === 250) setImmediate(goOn);
    return all;
  };
  const port = await open(t, { dispatch });
  assert.deepEqual(await responsesTo(t, port, chunked, 250), { responses: 250, isClosed: false });
  const never = await open(t, { dispatch: () => new Promise<string>(() => {}) });
  assert.equal((await responsesTo(t, never, chunked, 251)).isClosed, true);
});

for (const [title, request] of [
  ['of a packet with thousands of requests the parser of Node gets a part in each turn', get],
  [
    'of a packet with thousands of chunks the parser of Node gets a part in each turn',
    chunked.replace('2\r\n{}\r\n', '1\r\n \r\n'.repeat(300)),
  ],
] as const) {
  test(title, async (t) => {
    let now = 0;
    const rules = { ...testRules(), mainThread: testMainThread(0, () => (now += 100)) }; // one piece of work in a turn
    let inTurn = 0;
    let most = 0;
    const page = () => {
      most = Math.max(most, ++inTurn);
      return undefined;
    };
    const dispatch = () => String(page());
    let heldBytes = 0;
    let isWatching = true;
    const watch = () => {
      heldBytes = Math.max(heldBytes, rules.unfinished.bytes);
      inTurn = 0;
      if (isWatching) setImmediate(watch);
    };
    watch();
    t.after(() => {
      isWatching = false;
    });
    const port = await open(t, { rules, page, dispatch });
    const count = Math.floor(60_000 / request.length);
    assert.deepEqual(await responsesTo(t, port, request, count), { responses: count, isClosed: false });
    assert.equal(rules.unfinished.bytes, 0);
    assert.ok(most <= linesPerTurn, `${most} in one turn`);
    assert.ok(heldBytes > 10_000, 'what waits counts');
  });
}

test('a client that ends its side gets the responses to all that it has sent', async (t) => {
  let now = 0;
  const rules = { ...testRules(), mainThread: testMainThread(0, () => (now += 100)) }; // one piece of work in a turn
  const port = await open(t, { rules });
  for (const request of [get, chunked]) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(request.repeat(200));
    assert.equal((await text(socket)).split('HTTP/1.1 ').length - 1, 200, request);
  }
});

test('plain requests are not limited in number: they are served by turns', async (t) => {
  const port = await open(t);
  assert.deepEqual(await responsesTo(t, port, post('{}'), 3000), { responses: 3000, isClosed: false });
});
