import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAccess, testRules } from '../../../testing/interfaces/server-rules.ts';
import { until } from '../../../testing/until.ts';
import type { Dispatch } from '../../dispatch/dispatcher.ts';
import { LongText } from '../../json-value.ts';
import { textReply } from '../http-reply.ts';
import { openHttpServer } from '../http-server.ts';

/** Returns the request body; after a delay when it starts with "late". */
const echo: Dispatch = (body) => {
  const text = Buffer.from(body).toString();
  return text.startsWith('late') ? sleep(20, text) : text;
};

const limits = { headerTimeoutMs: 1000, requestTimeoutMs: 2000, idleTimeoutMs: 5000 };

async function open(t: TestContext, dispatch = echo, maxBodyBytes = 1_000_000, rules = testRules()) {
  const server = await openHttpServer(
    { ...limits, maxBodyBytes, address: { host: '127.0.0.1', port: 0 } },
    {
      access: testAccess(),
      rules,
      dispatch,
      page: (path) => (path === '/health' ? textReply(200, 'ok') : undefined),
    },
  );
  t.after(() => server.close());
  return server.port;
}

const request = (body: string, more = '') =>
  `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n${more}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

class Client {
  readonly socket: Socket;
  received = '';

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.setEncoding('utf8').on('data', (text) => {
      this.received += text;
    });
  }

  /** Bodies of the responses, once there are so many. */
  async responses(count: number): Promise<readonly string[]> {
    return await until(() => {
      const parts = this.received.split(/HTTP\/1\.1 /).slice(1);
      const bodies = parts.map((part) => part.slice(part.indexOf('\r\n\r\n') + 4));
      return bodies.length >= count && (bodies.at(-1)?.length ?? 0) > 0 && bodies;
    }, `${count} responses`);
  }
}

function client(t: TestContext, port: number): Client {
  const made = new Client(port);
  t.after(() => made.socket.destroy());
  return made;
}

test('responses are complete and in the order of the requests, also when one takes longer', async (t) => {
  const one = client(t, await open(t));
  const bodies = ['a', 'late b', 'c', 'größer 😀', 'late d'];
  one.socket.write(bodies.map((body) => request(body)).join(''));
  assert.deepEqual(await one.responses(5), bodies);
  for (const header of ['content-type: application/json', 'access-control-allow-origin: *', 'connection: keep-alive']) {
    assert.equal(one.received.split(`\r\n${header}\r\n`).length, 6, header);
  }
  assert.match(one.received, /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*date: [^\r]* GMT\r\n/);
});

test('short responses, which are written together, and long ones keep their order', async (t) => {
  const one = client(t, await open(t));
  const long = 'x'.repeat(100_000);
  const bodies = ['a', long, 'b', `late ${long}`, 'c', ...Array.from({ length: 200 }, (_, index) => `${index}`)];
  one.socket.write(bodies.map((body) => request(body)).join(''));
  await until(() => one.received.endsWith('\r\n\r\n199'), 'the last response');
  assert.deepEqual(await one.responses(bodies.length), bodies);
});

test('a response in parts is one body, on the fast path and on the parser of Node', async (t) => {
  const parts = ['[', ...Array.from({ length: 200 }, () => '1,'.repeat(20_000)), '0', ']'];
  const whole = parts.join('');
  const port = await open(t, () => new LongText(() => parts, whole.length));
  for (const more of ['', 'x-other: 1\r\nconnection: close\r\n']) {
    const one = client(t, port);
    one.socket.write(request('a', more));
    await until(() => one.received.endsWith(']'), 'the last part');
    assert.equal((await one.responses(1))[0], whole);
    assert.match(one.received, new RegExp(`content-length: ${whole.length}\r\n`, 'i'));
  }
});

test('a request may arrive in chunks of any size', async (t) => {
  const port = await open(t);
  const text = request('in pieces');
  for (const at of [1, 20, text.indexOf('\r\n\r\n') + 2, text.length - 9, text.length - 1]) {
    const one = client(t, port);
    one.socket.write(request('whole') + text.slice(0, at));
    await one.responses(1); // by now the first chunk has been read
    one.socket.write(text.slice(at));
    assert.deepEqual(await one.responses(2), ['whole', 'in pieces'], `cut at ${at}`);
  }
});

test('what has arrived of requests counts until they are handled, passed on or left, and is limited', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] }); // no request is passed on for its age
  const rules = testRules({ 'max-unfinished-bodies-per-client': 1_048_576 });
  const port = await open(t, echo, 1_000_000, rules);
  const text = request('x'.repeat(60_000));
  const waiting = Array.from({ length: 17 }, () => client(t, port));
  const held = (count: number) => until(() => rules.unfinished.bytes === count * (text.length - 1), 'the bytes');
  for (const [index, each] of waiting.entries()) {
    each.socket.write(text.slice(0, -1));
    await held(index + 1);
  }
  const shares = t.mock.method(rules.unfinished, 'share').mock;
  const further = client(t, port);
  further.socket.write(text.slice(0, -1));
  await until(() => shares.callCount() === 2, 'the parser of Node to have it, too');
  further.socket.write('x');
  assert.match((await further.responses(1))[0]?.slice(0, 200) ?? '', /http\.max-unfinished-bodies-per-client/);
  const [first, ...others] = waiting;
  first?.socket.write('x');
  assert.equal((await first?.responses(1))?.[0]?.length, 60_000);
  await held(16);
  const rest = others.pop();
  rest?.socket.end(); // its request will never be complete
  await held(15);
  for (const { socket } of others) socket.destroy();
  await held(0);
});

test('a connection with a request that is never completed is closed', async (t) => {
  const one = client(t, await open(t));
  one.socket.write(request('never whole').slice(0, -1));
  await once(one.socket, 'close');
  assert.match(one.received, /^HTTP\/1\.1 408 /);
});

test('a connection with a request that trickles in is closed too', async (t) => {
  const one = client(t, await open(t));
  const [head = '', body = ''] = request('y'.repeat(10_000)).split(/(?<=\r\n\r\n)/);
  one.socket.write(head);
  const trickle = setInterval(() => one.socket.write(body[0] ?? ''), 50);
  t.after(() => clearInterval(trickle));
  await once(
    one.socket.on('error', () => {}),
    'close',
  );
  assert.match(one.received, /^HTTP\/1\.1 408 /);
});

test('other requests are served on the same connection, after the plain ones', async (t) => {
  const port = await open(t);
  const chunked = `${request('').replace('content-length: 0', 'transfer-encoding: chunked')}3\r\nxyz\r\n0\r\n\r\n`;
  for (const [odd, response] of [
    ['GET /health HTTP/1.1\r\nhost: a\r\n\r\n', 'ok'],
    [chunked, 'xyz'],
    [request('last', 'connection: close\r\n'), 'last'],
    [request('x'.repeat(900_000)), 'x'.repeat(900_000)],
  ] as const) {
    const one = client(t, port);
    one.socket.write(`${request('plain')}${request('late')}${odd}`);
    await until(() => one.received.endsWith(response), 'the last response');
    assert.deepEqual(await one.responses(3), ['plain', 'late', response]);
  }
});

test('two lengths, or a length and chunks, are rejected', async (t) => {
  const port = await open(t);
  for (const more of ['content-length: 0\r\n', 'transfer-encoding: chunked\r\n']) {
    const one = client(t, port);
    one.socket.write(request('smuggled', more));
    await once(one.socket, 'close');
    assert.match(one.received, /^HTTP\/1\.1 400 /);
  }
});

test('no more requests are read from a client that does not read its responses', async (t) => {
  let answered = 0;
  const large = 'y'.repeat(1_000_000);
  const port = await open(t, (body) => {
    if (Buffer.from(body).toString() === 'other') return 'small';
    answered++;
    return large;
  });
  const one = client(t, port);
  one.socket.pause();
  one.socket.write(request('{}').repeat(200));
  const other = client(t, port);
  for (let count = 1; count <= 200; count++) {
    other.socket.write(request('other'));
    await other.responses(count);
  }
  assert.ok(answered < 50, `${answered} responses wait to be read`);
  one.socket.resume();
  await once(one.socket, 'data');
  await until(() => answered === 200, 'all responses');
});

test('a client that closes its sending side still gets its responses, and its unfinished request is dropped', async (t) => {
  const port = await open(t);
  const half = request('half').slice(0, -1);
  for (const [sent, expected] of [
    [request('a') + request('late b'), ['a', 'late b']],
    [request('a') + half, ['a']],
    [request('late b') + half, ['late b']],
    [`${request('late b')}GET /health HTTP/1.1\r\nhost: a`, ['late b']],
  ] as const) {
    const one = client(t, port);
    one.socket.end(sent);
    await once(one.socket, 'close');
    assert.deepEqual(await one.responses(expected.length), expected, sent);
  }
});

test('a silent connection is closed, also when the client never closes its side', async (t) => {
  const port = await open(t);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  t.after(() => socket.destroy());
  await once(socket, 'end');
  assert.equal(socket.bytesRead, 0);
  const closed = once(socket, 'error');
  const knocking = setInterval(() => socket.write('x'), 20);
  t.after(() => clearInterval(knocking));
  assert.match(String(await closed), /ECONNRESET|EPIPE/);
});
