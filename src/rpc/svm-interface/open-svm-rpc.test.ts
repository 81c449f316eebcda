import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { Connection } from '@solana/web3.js';
import { WebSocket } from 'ws';
import { alice, openSvmInterface } from '../../testing/interfaces/svm-interface.ts';

/** A port that is free together with the one above it. */
async function freePair(): Promise<number> {
  const first = createServer().listen(0, '127.0.0.1');
  await once(first, 'listening');
  const address = first.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const second = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    second.once('error', () => resolve(false));
    second.listen(port + 1, '127.0.0.1', () => resolve(true));
  });
  first.close();
  second.close();
  return isFree ? port : freePair();
}

test('subscriptions are on the next port, where clients expect them', async (t) => {
  const port = await freePair();
  const svm = await openSvmInterface(t, undefined, { address: { host: '127.0.0.1', port } });
  assert.equal(svm.url, `http://127.0.0.1:${port}`);
  assert.equal(svm.webSocketUrl, `ws://127.0.0.1:${port + 1}`);
  const socket = new WebSocket(svm.webSocketUrl);
  await once(socket, 'open');
  socket.close();
});

test('when the next port is in use the start fails, and the port itself is free again', async (t) => {
  const port = await freePair();
  const taken = createServer().listen(port + 1, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const address = { host: '127.0.0.1', port };
  await assert.rejects(() => openSvmInterface(t, undefined, { address }), { code: 'EADDRINUSE' });
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});

test('an address over its rate gets status 429, and clients retry', async (t) => {
  const svm = await openSvmInterface(t, undefined, { 'rate-limit': 5 });
  const post = () =>
    fetch(svm.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"getSlot"}',
    });
  const responses = await Promise.all(Array.from({ length: 100 }, post));
  const rejected = responses.filter(({ status }) => status !== 200);
  assert.ok(rejected.length > 0 && rejected.length <= 95);
  for (const { status, headers } of rejected) assert.deepEqual([status, headers.get('retry-after')], [429, '1']);
  t.mock.method(console, 'error', () => {}); // where the client says that it will try again
  assert.equal(await new Connection(svm.url).getSlot(), svm.chain.head().number);
});

test('pages of any origin may send requests, with the headers of the client libraries', async (t) => {
  const svm = await openSvmInterface(t);
  const preflight = await fetch(svm.url, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://wallet.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,solana-client',
    },
  });
  assert.equal(preflight.headers.get('access-control-allow-headers'), 'content-type,solana-client');
  const response = await fetch(svm.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'solana-client': 'js/1.99.0', origin: 'https://a.b' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [alice] }),
  });
  assert.equal(response.headers.get('access-control-allow-origin'), '*');
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
});
