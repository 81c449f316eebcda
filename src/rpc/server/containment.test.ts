import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { Faults } from '../../primitives/faults.ts';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { LongText } from '../json-value.ts';
import type { Session } from '../session.ts';
import { openHttpServer } from './http-server.ts';
import { WebSocketHub } from './websocket-hub.ts';

/** A text whose first part is sent, and whose second cannot be made. */
const breaking = new LongText(function* () {
  yield 'x'.repeat(2_000_000);
  throw new Error('second part');
}, 4_000_000);

/** What a client asks for decides where something is thrown. */
function dispatchTo(sessions: Session[]): Dispatch {
  return (body, call) => {
    const wanted = Buffer.from(body).toString();
    if (call.session !== undefined) sessions.push(call.session);
    if (wanted === 'throw') throw new Error(wanted);
    if (wanted === 'reject') return Promise.reject(new Error(wanted));
    if (wanted === 'break') return breaking;
    if (wanted === 'break later') return Promise.resolve(breaking);
    return wanted;
  };
}

async function open(t: TestContext) {
  const faults = new Faults();
  const rules = testRules({}, faults);
  const access = testAccess();
  const sessions: Session[] = [];
  const dispatch = dispatchTo(sessions);
  const limits = { maxConnections: 0, maxMessageBytes: 1e6, maxUnreadBytes: 1e7, maxUnreadTogetherBytes: 1e8 };
  const hub = new WebSocketHub(
    { ...limits, messageTimeoutMs: 60_000, pingIntervalMs: 10_000, access, rules },
    dispatch,
  );
  const times = { headerTimeoutMs: 5000, requestTimeoutMs: 5000, idleTimeoutMs: 5000 };
  const server = await openHttpServer(
    { address: { host: '127.0.0.1', port: 0 }, maxBodyBytes: 1e6, ...times },
    {
      access,
      rules,
      dispatch,
      sockets: hub,
      page: (path) => {
        if (path === '/throw') throw new Error('page');
        return undefined;
      },
    },
  );
  t.after(async () => {
    hub.close();
    await server.close();
  });
  return { faults, rules, sessions, port: server.port };
}

const head = (path = '/') => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
const plain = (body: string) => `${head()}content-length: ${body.length}\r\n\r\n${body}`;
const chunked = (body: string) =>
  `${head()}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;

/** What a connection is answered until it is closed, or has the expected text. */
async function answer(port: number, request: string, expected: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk;
    if (expected.test(text)) socket.destroy();
  });
  socket.write(request);
  await once(socket, 'close');
  return text;
}

test('what is thrown while a client is served closes or answers that client only', { timeout: 600_000 }, async (t) => {
  const { faults, port } = await open(t);
  const other = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(other, 'open');
  const others = async () => {
    other.send('alive');
    assert.equal(String((await once(other, 'message'))[0]), 'alive');
    assert.match(await answer(port, plain('alive'), /alive/), /alive$/);
  };
  const count = () => [...faults.counts.values()].reduce((sum, next) => sum + next, 0);
  let expected = 0;
  for (const wanted of ['throw', 'reject', 'break', 'break later']) {
    await answer(port, plain(wanted), /never/);
    assert.equal(count(), ++expected, `${wanted} by the fast path`);
    await answer(port, chunked(wanted), /500 Internal/);
    assert.equal(count(), ++expected, `${wanted} by the parser of Node`);
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    await once(socket, 'open');
    socket.send(wanted);
    socket.on('error', () => {});
    await once(socket, 'close');
    assert.equal(count(), ++expected, `${wanted} over WebSocket`);
    await others();
  }
  const page = await answer(port, 'GET /throw HTTP/1.1\r\nhost: localhost\r\n\r\n', /500 Internal/);
  assert.match(page, /^HTTP\/1\.1 500/);
  assert.equal(count(), ++expected);
  await others();
  other.terminate();
});

test('what listeners to the end of a session throw keeps no other listener from being called', async (t) => {
  const { faults, sessions, port } = await open(t);
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  await once(socket, 'open');
  socket.send('hello');
  await once(socket, 'message');
  const [session] = sessions;
  assert.ok(session !== undefined);
  session.onClose(() => {
    throw new Error('first listener');
  });
  const called = new Promise<void>((resolve) => session.onClose(resolve));
  socket.terminate();
  await called;
  assert.deepEqual([...faults.counts], [['websocket', 1]]);
});

test('a connection whose admission throws is closed, and the next is served', async (t) => {
  const { faults, rules, port } = await open(t);
  const { connections } = rules;
  const { open: admit } = connections;
  connections.open = () => {
    connections.open = admit;
    throw new Error('admission');
  };
  assert.equal(await answer(port, plain('alive'), /alive/), '');
  assert.match(await answer(port, plain('alive'), /alive/), /alive$/);
  assert.deepEqual([...faults.counts], [['connection', 1]]);
});
