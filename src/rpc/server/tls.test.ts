import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect as connectSecurely } from 'node:tls';
import { WebSocket } from 'ws';
import { createSelfSignedCertificate } from '../../testing/interfaces/self-signed-certificate.ts';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { until } from '../../testing/until.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { LongText } from '../json-value.ts';
import { openHttpServer } from './http-server.ts';
import { readTlsFiles } from './options.ts';
import { WebSocketHub } from './websocket-hub.ts';

const echo: Dispatch = (body) => Buffer.from(body).toString();

function writeFiles(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'qord-tls-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const pair = createSelfSignedCertificate();
  const options = { 'tls-certificate': join(folder, 'certificate.pem'), 'tls-key': join(folder, 'key.pem') };
  writeFileSync(options['tls-certificate'], pair.certificate);
  writeFileSync(options['tls-key'], pair.key);
  return { ...pair, options };
}

async function post(port: number, ca: string, body: string): Promise<string> {
  const sent = request({
    port,
    ca,
    host: 'localhost',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  sent.end(body);
  const [response] = await once(sent, 'response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('requests and WebSockets use TLS when a certificate is configured', async (t) => {
  const { certificate, options } = writeFiles(t);
  const common = { access: testAccess(), rules: testRules() };
  const sockets = new WebSocketHub(
    {
      ...common,
      maxConnections: 0,
      maxMessageBytes: 1000,
      maxUnreadBytes: 1e6,
      maxUnreadTogetherBytes: 1e8,
      messageTimeoutMs: 60_000,
      pingIntervalMs: 1000,
    },
    echo,
  );
  const server = await openHttpServer(
    {
      address: { host: '127.0.0.1', port: 0 },
      maxBodyBytes: 1000,
      headerTimeoutMs: 1000,
      requestTimeoutMs: 1000,
      idleTimeoutMs: 1000,
      tls: readTlsFiles('svm-rpc', options),
    },
    { ...common, dispatch: echo, page: () => undefined, sockets },
  );
  t.after(async () => {
    sockets.close();
    await server.close();
  });
  assert.equal(await post(server.port, certificate, '"over TLS"'), '"over TLS"');
  const socket = new WebSocket(`wss://localhost:${server.port}`, { ca: certificate });
  await once(socket, 'open');
  socket.send('hello');
  assert.equal(String((await once(socket, 'message'))[0]), 'hello');
  socket.close();
});

test('a long response is not interrupted by the next when the short ones before it have filled the socket', async (t) => {
  const { certificate, options } = writeFiles(t);
  const parts = Array.from({ length: 100 }, () => 'x'.repeat(64_000));
  const long = new LongText(() => parts, parts.join('').length);
  const short = 'y'.repeat(4_000);
  const server = await openHttpServer(
    {
      ...{ address: { host: '127.0.0.1', port: 0 }, tls: readTlsFiles('svm-rpc', options) },
      ...{ maxBodyBytes: 1000, headerTimeoutMs: 5000, requestTimeoutMs: 5000, idleTimeoutMs: 5000 },
    },
    {
      ...{ access: testAccess(), rules: testRules(), page: () => undefined },
      dispatch: (body) => (Buffer.from(body).toString() === 'long' ? long : short),
    },
  );
  t.after(() => server.close());
  const socket = connectSecurely({ port: server.port, host: 'localhost', ca: certificate });
  t.after(() => socket.destroy());
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  const request = (body: string) => `${head}content-length: ${body.length}\r\n\r\n${body}`;
  const bodies = [...Array.from({ length: 20 }, () => 'short'), 'long', 'short'];
  socket.write(bodies.map(request).join(''));
  const expected = bodies.map((body) => (body === 'long' ? long.length : short.length));
  const total = expected.reduce((sum, length) => sum + length, 0);
  await until(() => received.length > total + 100 * bodies.length, 'all responses');
  const responses = received.split('HTTP/1.1 ').slice(1);
  assert.deepEqual(
    responses.map((text) => text.length - text.indexOf('\r\n\r\n') - 4),
    expected,
  );
});

test('connections count before their TLS handshake, have a time for it, and do not keep the server from closing', async (t) => {
  const { certificate, options } = writeFiles(t);
  const common = { access: testAccess(), rules: testRules({ 'max-connections-per-client': 3 }) };
  const limits = {
    address: { host: '127.0.0.1', port: 0 },
    maxBodyBytes: 1000,
    requestTimeoutMs: 60_000,
    idleTimeoutMs: 60_000,
  };
  const parts = { ...common, dispatch: echo, page: () => undefined };
  const open = (headerTimeoutMs: number) =>
    openHttpServer({ ...limits, headerTimeoutMs, tls: readTlsFiles('json-rpc', options) }, parts);
  const connected = async (port: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const impatient = await open(200);
  const silent = [await connected(impatient.port), await connected(impatient.port), await connected(impatient.port)];
  const oneTooMany = await connected(impatient.port);
  await once(oneTooMany, 'close');
  assert.ok(silent.every(({ closed }) => !closed));
  await Promise.all(silent.map((socket) => once(socket, 'close')));
  assert.equal(await post(impatient.port, certificate, '"again"'), '"again"');
  await impatient.close();
  const patient = await open(60_000);
  const waiting = await connected(patient.port);
  const half = await connected(patient.port);
  half.write(Buffer.from('160301', 'hex'));
  await Promise.all([patient.close(), once(waiting, 'close'), once(half, 'close')]);
});

test('errors in the files are reported before the server listens', (t) => {
  const { options } = writeFiles(t);
  const read = (changes: Partial<typeof options>) => () => readTlsFiles('svm-rpc', { ...options, ...changes });
  assert.equal(read({ 'tls-certificate': '', 'tls-key': '' })(), undefined);
  assert.throws(read({ 'tls-key': '' }), /\[svm-rpc\] tls-key is empty/);
  assert.throws(
    read({ 'tls-key': '/nowhere/key.pem' }),
    /\[svm-rpc\] tls-key: \/nowhere\/key\.pem: there is no such file or folder \(ENOENT\)/,
  );
  assert.throws(read({ 'tls-key': options['tls-certificate'] }), /do not make a pair/);
});
