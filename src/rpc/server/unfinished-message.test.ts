import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { testAccess, testRules } from '../../testing/interfaces/server-rules.ts';
import { until } from '../../testing/until.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { openHttpServer } from './http-server.ts';
import { WebSocketHub } from './websocket-hub.ts';

const megabyte = 1_048_576;
const echo: Dispatch = (body) => Buffer.from(body).toString();

async function open(t: TestContext, { messageTimeoutMs = 60_000, perClient = 2 * megabyte } = {}) {
  const rules = testRules({ 'max-unfinished-bodies-per-client': perClient });
  const access = testAccess();
  const limits = { maxConnections: 0, maxMessageBytes: megabyte, maxUnreadBytes: 1e7, maxUnreadTogetherBytes: 1e8 };
  const hub = new WebSocketHub({ ...limits, messageTimeoutMs, pingIntervalMs: 10_000, access, rules }, echo);
  const times = { headerTimeoutMs: 5000, requestTimeoutMs: 60_000, idleTimeoutMs: 5000 };
  const server = await openHttpServer(
    { address: { host: '127.0.0.1', port: 0 }, maxBodyBytes: megabyte, ...times },
    { access, rules, dispatch: echo, page: () => undefined, sockets: hub },
  );
  t.after(async () => {
    hub.close();
    await server.close();
  });
  return { rules, port: server.port, url: `ws://127.0.0.1:${server.port}` };
}

/** A WebSocket whose bytes the test writes. */
async function openRaw(t: TestContext, port: number, extension = '') {
  const socket = connect(port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.on('error', () => {});
  const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n';
  const key = `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}\r\n`;
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\n${upgrade}${key}${extension}\r\n`);
  const [head] = await once(socket, 'data');
  return { socket, head: String(head) };
}

function headOf(first: number, payload: number): Buffer {
  const head = Buffer.alloc(14);
  head.set([first, 0xff]);
  head.writeBigUInt64BE(BigInt(payload), 2);
  return head;
}

/** Resolves with what a socket is sent until it is closed. */
async function allOf(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

test('long messages have a line of their own, in which those of a connection stay in order', async (t) => {
  const { rules, url } = await open(t);
  const client = new WebSocket(url);
  await once(client, 'open');
  const received: string[] = [];
  client.on('message', (data) => received.push(String(data).slice(0, 1)));
  const spentMs = () => rules.mainThread.statistics.longRequest.spentMs;
  assert.equal(spentMs(), 0);
  for (const name of ['a', 'b', 'c']) for (const length of [65_537, 65_536]) client.send(name.repeat(length));
  await until(() => received.length === 6, 'all responses');
  assert.equal(received.join(''), 'aabbcc');
  assert.ok(spentMs() > 0);
  assert.equal(rules.unfinished.bytes, 0);
  client.terminate();
});

test('messages that never end are limited for each client, and their memory is free when it leaves', async (t) => {
  const { rules, port, url } = await open(t);
  const most = Buffer.concat([headOf(0x81, megabyte), Buffer.alloc(megabyte - 1)]);
  const first = await openRaw(t, port);
  first.socket.write(most);
  await until(() => rules.unfinished.bytes >= most.length, 'the memory of the messages');
  const second = await openRaw(t, port);
  second.socket.write(most);
  const end = await allOf(second.socket);
  assert.equal(end.readUInt16BE(2), 1013);
  assert.match(end.toString('latin1'), /http\.max-unfinished-bodies-per-client/);
  await until(() => rules.unfinished.bytes < 2 * megabyte, 'the memory of the messages');
  first.socket.destroy();
  await until(() => rules.unfinished.bytes === 0, 'the memory of the messages');
  const healthy = new WebSocket(url);
  await once(healthy, 'open');
  healthy.send('x'.repeat(megabyte - 10));
  assert.equal((await once(healthy, 'message'))[0].length, megabyte - 10);
  await until(() => rules.unfinished.bytes === 0, 'the memory of the messages');
  healthy.terminate();
});

test('a message has the time of a request', async (t) => {
  const { port, rules } = await open(t, { messageTimeoutMs: 100 });
  const { socket } = await openRaw(t, port);
  socket.write(headOf(0x81, 100));
  assert.match((await allOf(socket)).toString('latin1'), /took too long.*request-timeout/);
  await until(() => rules.unfinished.bytes === 0, 'the memory of the messages');
});

test('fragments of one byte are limited by their number', async (t) => {
  const { port } = await open(t);
  const { socket } = await openRaw(t, port);
  const fragment = (first: number) => Buffer.from([first, 0x81, 0, 0, 0, 0, 0x20]);
  socket.write(Buffer.concat([fragment(0x01), ...Array.from({ length: 3000 }, () => fragment(0x00))]));
  assert.equal((await allOf(socket)).readUInt16BE(2), 1008);
});

test('compressed messages are not negotiated, and refused', async (t) => {
  const { port } = await open(t);
  const { socket, head } = await openRaw(t, port, 'sec-websocket-extensions: permessage-deflate\r\n');
  assert.doesNotMatch(head, /permessage-deflate/);
  socket.write(Buffer.concat([Buffer.from([0xc1, 0x81, 0, 0, 0, 0]), Buffer.alloc(1)]));
  assert.equal((await allOf(socket)).readUInt16BE(2), 1002);
});

test('bodies and messages share the limit of a client', async (t) => {
  const { rules, port } = await open(t);
  const { socket } = await openRaw(t, port);
  socket.write(Buffer.concat([headOf(0x81, megabyte), Buffer.alloc(megabyte - 1)]));
  await until(() => rules.unfinished.bytes >= megabyte, 'the memory of the messages');
  const posting = connect(port, '127.0.0.1');
  t.after(() => posting.destroy());
  const head = 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  posting.write(`${head}content-length: ${megabyte}\r\n\r\n`);
  posting.write(Buffer.alloc(megabyte, 0x20));
  const [reply] = await once(posting, 'data');
  assert.match(String(reply), /^HTTP\/1\.1 503/);
});
