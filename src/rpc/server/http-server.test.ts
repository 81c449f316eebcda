import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { textReply } from './http-reply.ts';
import { openHttpServer, type ServerDependencies, type ServerOptions } from './http-server.ts';
import { RateLimiter } from './rate-limiter.ts';

const echo: Dispatch = (body) => {
  const text = Buffer.from(body).toString();
  if (text === 'nothing') return undefined;
  return text === 'later' ? sleep(5, 'later') : text;
};

async function open(
  t: TestContext,
  { access = testAccess(), rules = testRules(), ...changes }: Partial<ServerOptions & ServerDependencies> = {},
  dispatch = echo,
  limiter?: RateLimiter,
) {
  const server = await openHttpServer(
    {
      address: { host: '127.0.0.1', port: 0 },
      maxBodyBytes: 1000,
      headerTimeoutMs: 1000,
      requestTimeoutMs: 2000,
      idleTimeoutMs: 5000,
      ...changes,
    },
    { access, rules, dispatch, page: (path) => (path === '/health' ? textReply(200, 'ok') : undefined), limiter },
  );
  t.after(() => server.close());
  return { ...server, url: `http://127.0.0.1:${server.port}/` };
}

const headers = { 'content-type': 'application/json' };
const post = (url: string, body: string | Uint8Array, more: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...headers, ...more }, body });

/** Sends bytes over a plain connection and collects what comes back until it is closed. */
function exchange(port: number, text: string, end = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => (end ? socket.end(text) : socket.write(text)));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

test('a response has status 200, also when it comes later or is empty', async (t) => {
  const { url } = await open(t);
  for (const [body, answer] of [
    ['{}', '{}'],
    ['later', 'later'],
    ['nothing', ''],
  ] as const) {
    const response = await post(url, body);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'application/json');
    assert.equal(await response.text(), answer);
  }
});

test('characters beyond ASCII are unchanged', async (t) => {
  const { url } = await open(t);
  assert.equal(await (await post(`${url}any/path?x=1`, '"größer 😀"')).text(), '"größer 😀"');
});

test('only JSON content types are accepted, in any spelling', async (t) => {
  const { url } = await open(t);
  for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json-rpc']) {
    assert.equal((await post(url, '{}', { 'content-type': type })).status, 200, type);
  }
  for (const type of ['text/plain', 'application/jsonp', '']) {
    assert.equal((await post(url, '{}', { 'content-type': type })).status, 415, type);
  }
});

test('a body over the limit gets 413, a body at the limit does not', async (t) => {
  const { url } = await open(t);
  assert.equal((await post(url, 'x'.repeat(1000))).status, 200);
  for (const size of [1001, 5000, 9000]) {
    const response = await post(url, 'x'.repeat(size)).catch(() => undefined);
    if (size < 8000) assert.ok(response !== undefined);
    assert.ok(response === undefined || response.status === 413);
    if (response !== undefined) assert.match(await response.text(), /1000 bytes/);
  }
});

test('a body without content-length is limited too', async (t) => {
  const { port } = await open(t);
  const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`;
  const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
  assert.match(await exchange(port, `${head}${chunk}${chunk}0\r\n\r\n`), /^HTTP\/1.1 413 /);
});

test('preflight requests of any origin are allowed by default, with any header', async (t) => {
  const { url } = await open(t);
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://dapp.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,solana-client',
    },
  });
  assert.equal(response.status, 204);
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('access-control-allow-headers'), 'content-type,solana-client');
  assert.match(response.headers.get('access-control-allow-methods') ?? '', /POST/);
  assert.equal((await post(url, '{}')).headers.get('access-control-allow-origin'), '*');
});

test('the configuration can allow one origin or none', async (t) => {
  const one = await open(t, { access: testAccess('https://a.example') });
  const origin = 'https://a.example';
  assert.equal((await post(one.url, '{}', { origin })).headers.get('access-control-allow-origin'), origin);
  const none = await open(t, { access: testAccess('') });
  assert.equal((await post(none.url, '{}')).headers.get('access-control-allow-origin'), null);
});

test('GET serves pages, other methods get 405', async (t) => {
  const { url } = await open(t);
  assert.equal(await (await fetch(`${url}health`)).text(), 'ok');
  assert.equal((await fetch(`${url}nope`)).status, 405);
  assert.equal((await fetch(url, { method: 'DELETE' })).status, 405);
  assert.equal((await fetch(`${url}health`, { method: 'HEAD' })).status, 200);
});

test('a body that is not UTF-8 can be rejected', async (t) => {
  const { url } = await open(t, { rejectInvalidUtf8: true });
  assert.equal((await post(url, Uint8Array.of(0xff))).status, 400);
});

test('one connection serves many requests', async (t) => {
  const { port } = await open(t);
  const one = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  const last = one.replace('host: a', 'host: a\r\nconnection: close');
  const received = await exchange(port, `${one}${one}${last}`);
  assert.equal(received.split('HTTP/1.1 200 OK').length, 4);
});

test('connections with unfinished headers or bodies are closed after the timeout', async (t) => {
  const { port, url } = await open(t, { headerTimeoutMs: 300, requestTimeoutMs: 600 });
  const slowHead = exchange(port, 'POST / HTTP/1.1\r\nhost: a\r\n');
  const slowBody = exchange(
    port,
    'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  assert.equal((await post(url, '{}')).status, 200);
  assert.match(await slowHead, /^HTTP\/1.1 408 /);
  assert.match(await slowBody, /^HTTP\/1.1 408 /);
});

test('a client that closes its sending side gets the response to a whole request', async (t) => {
  const { port } = await open(t);
  const text = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  assert.match(await exchange(port, text, true), /{}$/);
});

test('bytes that are not HTTP get status 400', async (t) => {
  const { port } = await open(t);
  assert.match(await exchange(port, '\x00\x01\x02 nonsense\r\n\r\n'), /^HTTP\/1.1 400 /);
});

test('closing the server lets a running request end', async (t) => {
  let start = (): void => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  const { port, close } = await open(t, {}, () => {
    start();
    return sleep(100, 'done');
  });
  const running = new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest({ port, method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end('{}');
  });
  await started;
  await close();
  assert.equal(await running, 200);
});

test('a port in use rejects with the error of the system', async (t) => {
  const { port } = await open(t);
  await assert.rejects(open(t, { address: { host: '127.0.0.1', port } }), { code: 'EADDRINUSE' });
});

test('a client over its rate gets 429 with retry-after', async (t) => {
  const limiter = new RateLimiter(2, () => 0);
  const { url } = await open(t, {}, echo, limiter);
  assert.equal((await post(url, '[{"method":"a"},{"method":"b"},{"method":"c"}]')).status, 200);
  const rejected = await post(url, '{}');
  assert.equal(rejected.status, 429);
  assert.equal(rejected.headers.get('retry-after'), '1');
  assert.equal(rejected.headers.get('access-control-allow-origin'), '*');
});
