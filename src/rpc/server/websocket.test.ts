import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { until } from '../../testing/until.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { LongText } from '../json-value.ts';
import type { Session } from '../session.ts';
import { nodeServesOffers, openHttpServer } from './http-server.ts';
import { RateLimiter } from './rate-limiter.ts';
import { WebSocketHub, type WebSocketOptions } from './websocket-hub.ts';

async function open(t: TestContext, changes: Partial<WebSocketOptions> = {}, dispatch: Dispatch = echo) {
  const options = {
    maxConnections: 0,
    maxMessageBytes: 1000,
    maxUnreadBytes: 1e6,
    maxUnreadTogetherBytes: 1e8,
    messageTimeoutMs: 60_000,
    pingIntervalMs: 1000,
    access: testAccess(),
    rules: testRules(),
    ...changes,
  };
  const sockets = new WebSocketHub(options, dispatch);
  const server = await openHttpServer(
    {
      address: { host: '127.0.0.1', port: 0 },
      maxBodyBytes: 1000,
      headerTimeoutMs: 1000,
      requestTimeoutMs: 1000,
      idleTimeoutMs: 1000,
    },
    { access: options.access, rules: options.rules, dispatch, page: () => undefined, sockets },
  );
  t.after(async () => {
    sockets.close();
    await server.close();
  });
  return { hub: sockets, url: `ws://127.0.0.1:${server.port}` };
}

const echo: Dispatch = (body) => Buffer.from(body).toString();

async function connect(url: string, options = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, options);
  await once(socket, 'open');
  return socket;
}

/** A WebSocket connection below its frames, whose bytes are read when they are asked for. */
async function connectRaw(t: TestContext, url: string): Promise<Socket> {
  const socket = connectSocket(Number(new URL(url).port), '127.0.0.1');
  t.after(() => socket.destroy());
  const key = 'dGhlIHNhbXBsZSBub25jZQ==';
  socket.write(
    `GET / HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  );
  await once(socket, 'readable');
  assert.match(String(socket.read()), /^HTTP\/1.1 101 /);
  return socket;
}

/** A short text message, masked with zeros. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

async function ask(socket: WebSocket, text: string): Promise<string> {
  socket.send(text);
  const [data] = await once(socket, 'message');
  return String(data);
}

async function rejection(url: string, options = {}): Promise<number> {
  const socket = new WebSocket(url, options);
  socket.on('error', () => {});
  const [, response] = await once(socket, 'unexpected-response');
  return response.statusCode;
}

async function closing(socket: WebSocket): Promise<[number, string]> {
  const [code, reason] = await once(socket, 'close');
  return [code, String(reason)];
}

test('requests of one connection get their responses in order', async (t) => {
  const { url } = await open(t);
  const socket = await connect(url);
  assert.equal(await ask(socket, '{"id":"a"}'), '{"id":"a"}');
  assert.equal(await ask(socket, '[1,2]'), '[1,2]');
  socket.close();
});

test('a message over the limit ends the connection with 1009', async (t) => {
  const { url } = await open(t);
  const socket = await connect(url);
  socket.send('x'.repeat(1001));
  assert.deepEqual((await closing(socket))[0], 1009);
});

test('connections above the limit get 503, and 0 means no limit', async (t) => {
  const { url, hub } = await open(t, { maxConnections: 1 });
  const first = await connect(url);
  assert.equal(await rejection(url), 503);
  first.close();
  await once(first, 'close');
  await until(() => hub.connectionCount === 0, 'the connection to be forgotten');
  (await connect(url)).close();
});

test('pages of other origins are rejected when one is configured', async (t) => {
  const { url } = await open(t, { access: testAccess('https://a.example') });
  assert.equal(await rejection(url, { origin: 'https://b.example' }), 403);
  (await connect(url, { origin: 'https://a.example' })).close();
  (await connect(url)).close();
});

test('sessions receive notifications, and report their end', async (t) => {
  const sessions: Session[] = [];
  const { url } = await open(t, {}, (_, { session }) => {
    if (session !== undefined) sessions.push(session);
    return 'ok';
  });
  const socket = await connect(url);
  assert.equal(await ask(socket, 'hello'), 'ok');
  const [session] = sessions;
  assert.ok(session !== undefined);
  const ended = new Promise<void>((resolve) => session.onClose(resolve));
  session.send('unasked');
  assert.equal(String((await once(socket, 'message'))[0]), 'unasked');
  socket.close();
  await ended;
  session.send('into the void');
});

test('notifications of a subscription are sent after the response to its batch', async (t) => {
  const { url } = await open(t, {}, async (_, { session }) => {
    session?.send('news');
    await nextTurn();
    session?.send('more news');
    return 'answer';
  });
  const socket = await connect(url);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  socket.send('[]');
  await until(() => received.length === 3, 'three messages');
  assert.deepEqual(received, ['answer', 'news', 'more news']);
});

test('a client that stops reading is disconnected with a reason', async (t) => {
  const sessions: Session[] = [];
  const { url } = await open(t, { maxUnreadBytes: 1_000_000 }, (_, { session }) => {
    if (session !== undefined) sessions.push(session);
    return 'ok';
  });
  const socket = await connect(url);
  await ask(socket, 'hello');
  socket.pause();
  const message = 'x'.repeat(100_000);
  for (let count = 0; count < 200; count++) sessions[0]?.send(message);
  const closed = closing(socket);
  socket.resume();
  assert.deepEqual(await closed, [1008, 'too slow: messages pile up unread']);
});

test('notifications that wait for a batch are limited too', async (t) => {
  const { url } = await open(t, { maxUnreadBytes: 1_000_000 }, (_, { session }) => {
    for (let i = 0; i < 20; i++) session?.send('x'.repeat(100_000));
    return new Promise(() => {});
  });
  const socket = await connect(url);
  const closed = closing(socket);
  socket.send('[]');
  assert.deepEqual(await closed, [1008, 'too slow: messages pile up unread']);
});

test('at the limit of unread messages, the connections with the most are closed', async (t) => {
  const sessions: Session[] = [];
  const { url, hub } = await open(
    t,
    { maxUnreadBytes: 50_000_000, maxUnreadTogetherBytes: 30_000_000 },
    (_, { session }) => {
      if (session !== undefined) sessions.push(session);
      return 'ok';
    },
  );
  const clients = await Promise.all([1, 2, 3].map(() => connect(url)));
  for (const client of clients) await ask(client, 'hello');
  const [reader, ...deaf] = clients;
  for (const client of deaf) client.pause();
  for (let i = 0; i < 40; i++) for (const session of sessions.slice(1)) session.send('x'.repeat(1_000_000));
  await until(() => hub.connectionCount === 1, 'both deaf clients to be disconnected');
  if (reader !== undefined) assert.equal(await ask(reader, 'still here'), 'ok');
  for (const client of deaf) client.terminate();
});

test('a client that does not respond to a ping is disconnected', async (t) => {
  const { url, hub } = await open(t, { pingIntervalMs: 50 });
  const silent = await connect(url, { autoPong: false });
  const lively = await connect(url);
  await once(silent, 'close');
  assert.equal(await ask(lively, 'still here'), 'still here');
  assert.equal(hub.connectionCount, 1);
});

test('a client that is sending a long message, behind which its pong waits, is not disconnected', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const rules = testRules();
  const { url, hub } = await open(t, { pingIntervalMs: 100, rules });
  const slow = await connectRaw(t, url);
  await until(() => hub.connectionCount === 1, 'the connection');
  for (const byte of maskedFrame('a long message').subarray(0, -1)) {
    const { bytes } = rules.unfinished;
    slow.write(Uint8Array.of(byte));
    await until(() => rules.unfinished.bytes > bytes, 'the byte');
    t.mock.timers.tick(100); // a ping
  }
  assert.equal(hub.connectionCount, 1);
  t.mock.timers.tick(100);
  await until(() => hub.connectionCount === 0, 'the end of a client that sends nothing more');
});

test('a client that reads a long response slowly is not disconnected, one that reads nothing of it is', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const step = 2 ** 24; // more than the buffers between both hold
  const long = new LongText(() => Array<string>(1024).fill('z'.repeat(65_536)), 4 * step);
  const { url, hub } = await open(t, { pingIntervalMs: 100 }, () => long);
  const deaf = await connect(url);
  deaf.pause();
  deaf.send('one');
  const slow = await connectRaw(t, url);
  slow.write(maskedFrame('two'));
  for (let received = 0, next = step; received < long.length; ) {
    received += slow.read()?.length ?? 0;
    if (received > next) {
      t.mock.timers.tick(100); // a ping
      next += step;
    }
    assert.ok(!slow.destroyed);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(hub.connectionCount, 1);
  deaf.terminate();
});

test('a client over its rate waits, also after a long response', async (t) => {
  const handled: string[] = [];
  const long = new LongText(() => Array<string>(64).fill('z'.repeat(65_536)), 2 ** 22);
  const oneInAnHour = new RateLimiter(1 / 3600);
  const { url } = await open(t, { limiter: oneInAnHour }, (body) => {
    handled.push(String(body));
    return long;
  });
  const socket = await connect(url);
  socket.send('first');
  await once(socket, 'message');
  socket.send('second');
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(handled, ['first']);
  socket.terminate();
});

test('closing the hub sends the close code 1001 to every client', async (t) => {
  const { url, hub } = await open(t);
  const socket = await connect(url);
  const closed = closing(socket);
  hub.close();
  assert.deepEqual(await closed, [1001, 'the node is shutting down']);
});

test('a client over its rate is read more slowly, and no request is lost', async (t) => {
  const limiter = new RateLimiter(200, () => 0);
  const waits = t.mock.method(limiter, 'wait').mock;
  const { url } = await open(t, { limiter });
  const socket = await connect(url);
  const responses: string[] = [];
  socket.on('message', (data) => responses.push(String(data)));
  const sent = Array.from({ length: 205 }, (_, index) => String(index));
  for (const text of sent) socket.send(text);
  await until(() => responses.length === sent.length, 'all responses');
  assert.deepEqual(responses, sent);
  assert.deepEqual(
    waits.calls.map(({ result }) => result),
    [...Array(199).fill(0), 5, 10, 15, 20, 25, 30],
    'the time in which one more is earned',
  );
  socket.close();
});

test('messages of every size arrive complete and in order, also beyond ASCII', async (t) => {
  const sizes = [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 70_000];
  const texts = [...sizes.map((size) => 'x'.repeat(size)), 'größer', '\u0080', '😀'.repeat(40), 'end'];
  const { url } = await open(t, {}, (_, { session }) => {
    for (const text of texts) session?.send(text);
    return undefined;
  });
  const socket = await connect(url);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  socket.send('go');
  await until(() => received.at(-1) === 'end', 'the last message');
  assert.deepEqual(received, texts);
});

test('an offer of HTTP/2 is ignored, and the request is served', async (t) => {
  const { url } = await open(t);
  const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';
  const common = `host: a\r\ncontent-type: application/json\r\n`;
  const plain = `POST / HTTP/1.1\r\n${common}content-length: 3\r\n\r\n[2]`;
  for (const [first, answer] of [
    [`POST / HTTP/1.1\r\n${common}${offer}content-length: 3\r\n\r\n[1]`, '[1]'],
    [`POST / HTTP/1.1\r\n${common}${offer}transfer-encoding: chunked\r\n\r\n3\r\n[1]\r\n0\r\n\r\n`, '[1]'],
    [`GET / HTTP/1.1\r\n${common}${offer}\r\n`, 'Send JSON-RPC requests with POST.\n'],
  ] as const) {
    for (const split of [first.length, first.indexOf('\r\n\r\n') + 4, 20]) {
      const socket = connectSocket(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
      t.after(() => socket.destroy());
      socket.write(first.slice(0, split));
      for (let turn = 0; turn < 20; turn++) await nextTurn(); // so that the server reads both parts by themselves
      let received = '';
      socket.on('data', (text) => {
        received += text;
      });
      socket.write(nodeServesOffers ? first.slice(split) : `${first.slice(split)}${plain}`);
      if (nodeServesOffers) {
        await until(() => received.endsWith(answer), 'the first response', 20_000);
        socket.write(plain);
      }
      await until(() => received.endsWith('[2]'), 'both responses');
      const bodies = received.split('HTTP/1.1 ').map((text) => text.slice(text.indexOf('\r\n\r\n') + 4));
      assert.deepEqual(bodies.slice(1), [answer, '[2]'], `cut at ${split}`);
    }
  }
});

test('a long message is sent in fragments, and later messages wait for it', async (t) => {
  const long = JSON.stringify('z'.repeat(5_000_000));
  let sent = 0;
  const { url, hub } = await open(t, {}, (_, { session }) => {
    setImmediate(() => {
      session?.send('news');
      sent++;
    });
    return long;
  });
  const socket = await connect(url);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  socket.pause();
  socket.send('one');
  await until(() => sent > 0, 'the notification, while the client does not read');
  socket.resume();
  await until(() => received.length === 2, 'two messages');
  socket.send('two');
  await until(() => received.length === 4, 'four messages');
  assert.deepEqual(
    received.map((text) => (text === long ? 'long' : text)),
    ['long', 'news', 'long', 'news'],
  );
  assert.equal(hub.connectionCount, 1);
});

test('messages of a client that has closed at once are handled when it is their turn', async (t) => {
  const handled: string[] = [];
  const { url, hub } = await open(t, {}, (body) => {
    for (const end = performance.now() + 25; performance.now() < end; ); // more than requests have of an iteration
    handled.push(Buffer.from(body).toString());
    return 'done';
  });
  const socket = await connectRaw(t, url);
  const close = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);
  socket.end(Buffer.concat([...['one', 'two', 'three', 'four'].map(maskedFrame), close]));
  await until(() => handled.length === 4, 'all four');
  assert.deepEqual(handled, ['one', 'two', 'three', 'four']);
  await until(() => hub.connectionCount === 0, 'the end');
});

test('messages that wait of a connection that the node has ended are dropped', async (t) => {
  let handled = 0;
  const { url, hub } = await open(t, {}, (_, { session }) => {
    for (const end = performance.now() + 25; performance.now() < end; );
    handled++;
    session?.end(1008, 'test');
    return 'done';
  });
  const socket = await connectRaw(t, url);
  socket.end(Buffer.concat(['one', 'two', 'three'].map(maskedFrame)));
  await until(() => hub.connectionCount === 0, 'the end');
  const other = await connect(url);
  other.send('four');
  await once(other, 'close'); // its message waited behind them
  assert.ok(handled >= 2 && handled < 4);
});
