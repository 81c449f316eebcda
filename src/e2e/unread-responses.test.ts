import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { post, postJson, type RawResponse, requestText } from '../testing/raw-rpc.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const mebibyte = 2 ** 20;
const discover = requestText('rpc.discover', []);
const blockNumber = requestText('eth_blockNumber', []);
const batchOf = (count: number) => `[${Array.from({ length: count }, () => discover).join()}]`;

/** Opens a connection that sends something and reads nothing. */
function openUnread(t: TestContext, url: string, text: string): Socket {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').pause();
  t.after(() => socket.destroy());
  socket.on('error', () => {}); // the node may cut it off
  socket.write(text);
  return socket;
}

const requestOf = (body: string, announced = body.length) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n${body}`;

/** Code and message of the errors of a batch, by entry. */
async function faultsOf(url: string, count: number): Promise<readonly (string | undefined)[]> {
  const responses = await postJson<readonly RawResponse[]>(url, batchOf(count));
  assert.equal(responses.length, count);
  return responses.map(({ error }) => error && `${error.code} ${error.message}`);
}

test('a batch whose response is full returns an error for each remaining entry', async (t) => {
  const flags = { 'json-rpc.max-batch-response-size': '1000000', 'json-rpc.max-response-size': '50000' };
  const { urls } = await startTestNode(t, { flags });
  const faults = await faultsOf(urls.http, 20);
  assert.ok(faults.slice(0, 3).every((fault) => fault === undefined));
  assert.equal(faults.at(-1), '-32003 response too large: at most 1000000 bytes (max-batch-response-size)');
  const { error } = await postJson(urls.http, discover);
  assert.equal(error?.message, 'response too large: at most 50000 bytes (max-response-size)');
});

test('unread responses are limited for one connection and for all, and the error names the limit', async (t) => {
  const limits = { 'http.max-unread-responses': `${2 * mebibyte}`, 'http.max-unread-per-connection': `${mebibyte}` };
  const { urls } = await startTestNode(t, { flags: limits });
  const faults = await faultsOf(urls.http, 30);
  assert.equal(faults[0], undefined);
  assert.match(faults.at(-1) ?? '', /^-32005 .*at most 1048576 bytes \(http\.max-unread-per-connection\)$/);
  assert.ok(
    (await faultsOf(urls.http, 3)).every((fault) => fault === undefined),
    'what was read counts no more',
  );
});

test('clients that read nothing take neither memory nor responses from others, and leave no memory behind', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'qord-unread-'));
  t.after(() => rmSync(home, { recursive: true, force: true }));
  const { urls, process } = await spawnNode(t, home);
  const { http = '', webSocket = '' } = urls;
  const residentBytes = () => {
    const status = readFileSync(`/proc/${process.pid}/status`, 'utf8');
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  };
  const before = residentBytes();
  const upgrade = 'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ';
  const sockets = Array.from({ length: 60 }, (_, index) => {
    if (index % 3 > 0) return openUnread(t, http, requestOf(batchOf(1000)));
    const socket = openUnread(
      t,
      webSocket,
      `GET / HTTP/1.1\r\nhost: localhost\r\n${upgrade}AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    socket.write(maskedFrame(batchOf(1000)));
    return socket;
  });
  const waiting = new Set(sockets);
  for (const socket of sockets)
    for (const event of ['readable', 'close']) socket.once(event, () => waiting.delete(socket));
  let rounds = 0;
  let mostBytes = 0;
  const serveOthers = async () => {
    assert.match((await post(http, blockNumber)).text, /"result":"0x/);
    const whole = await postJson(http, discover);
    assert.equal(whole.error, undefined, 'also a longer response arrives');
    mostBytes = Math.max(mostBytes, residentBytes() - before);
    rounds++;
    return rounds >= 20 && waiting.size === 0;
  };
  await until(serveOthers, 'the beginning of each response that nobody reads');
  assert.ok(mostBytes < 600 * mebibyte, `${mostBytes} bytes more`);
  for (const socket of sockets) socket.destroy();
  await until(() => residentBytes() - before <= 150 * mebibyte, 'the memory of the responses');
});

/** A text as one frame from a client (RFC 6455, 5.2), masked with zeros. */
function maskedFrame(text: string): string {
  const head = Buffer.alloc(14);
  head.writeUInt16BE(0x81ff);
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return head.toString('latin1') + text;
}

test('unfinished bodies have a limit together, and are forgotten with their connections', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'http.max-unfinished-bodies': `${mebibyte}` } });
  const padded = `${blockNumber}${' '.repeat(400_000)}`;
  const half = new Set<Socket>();
  const isRefused = async () => {
    while (half.size < 2) {
      const socket = openUnread(t, urls.http, requestOf(' '.repeat(500_000), 600_000));
      half.add(socket);
      socket.once('readable', () => half.delete(socket)); // it was refused instead: it came after the whole body
    }
    const response = await post(urls.http, padded);
    return response.status !== 200 && response;
  };
  const response = await until(isRefused, 'a refusal');
  assert.deepEqual([response.status, /http\.max-unfinished-bodies/.test(response.text)], [503, true]);
  for (const socket of half) socket.destroy();
  await until(async () => (await post(urls.http, padded)).status === 200, 'room for the body');
});

test('a client has a limit of connections, which are free again when they close', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'http.max-connections-per-client': '3' } });
  const open = Array.from({ length: 3 }, () =>
    openUnread(t, urls.webSocket, 'GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  );
  await Promise.all(open.map((socket) => once(socket, 'readable')));
  const ask = async (): Promise<string> => {
    const socket = openUnread(
      t,
      urls.http,
      requestOf(blockNumber).replace('host', 'connection: close\r\nhost'),
    ).resume();
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
    await once(socket, 'close');
    return received;
  };
  assert.match(await ask(), /^HTTP\/1\.1 503 .*3 connections already \(http\.max-connections-per-client\)/s);
  open[0]?.destroy();
  const accepted = async () => {
    const response = await ask();
    return response.includes('"result"') && response;
  };
  assert.match(await until(accepted, 'a connection'), /^HTTP\/1\.1 200 /);
});
