import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Random } from '#qord/testing/random/random.ts';
import { Journal } from '../journal.ts';
import { Scheduler } from './scheduler.ts';
import { ServerSocket } from './server-socket.ts';

/** What a client gets that sends these pieces, the first at once and each later one after so many more milliseconds. */
async function answerTo(pieces: readonly string[], pauseMs: number) {
  const scheduler = new Scheduler(new Random(1), new Journal());
  const server = createServer({ headersTimeout: 1_000, requestTimeout: 4_000 }, (request, response) => {
    request.resume().once('end', () => response.end('all of it'));
  });
  server.emit('listening'); // Node makes its list of connections
  let answer = '';
  let endMs: number | undefined;
  const socket = new ServerSocket(scheduler, '127.0.0.1', {
    receive: (bytes, sent) => {
      answer += bytes;
      sent();
    },
    receiveEnd: () => {},
    onDestroyed: () => {
      endMs = scheduler.nowMs;
    },
  });
  server.emit('connection', Object.assign(socket, { server }));
  for (const [at, piece] of pieces.entries())
    scheduler.after(at * pauseMs, 'sends', () => socket.arrive(Buffer.from(piece)));
  scheduler.after(10_000, 'leaves', () => socket.destroy());
  await scheduler.runUntil(() => endMs !== undefined);
  server.close();
  return { answer, endMs };
}

const head = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n';
const timeout = /^HTTP\/1.1 408 Request Timeout/;

test('a connection of the parser of Node ends in simulated time when a request does not arrive', async () => {
  const [none, inHead, inBody] = [
    await answerTo([], 0),
    await answerTo([head], 0),
    await answerTo([`${head}\r\nab`], 0),
  ];
  assert.deepEqual([none.endMs, inHead.endMs, inBody.endMs], [1_000, 1_000, 4_000]);
  for (const { answer } of [none, inHead, inBody]) assert.match(answer, timeout);
});

test('each request of a connection has its own time', async () => {
  const { answer, endMs } = await answerTo([`${head}\r\n`, 'ab', `cd${head}`, '\r\nabcd', head], 900);
  assert.equal(answer.match(/all of it/g)?.length, 2);
  assert.match(answer.slice(answer.lastIndexOf('HTTP/1.1')), timeout);
  assert.equal(endMs, 4 * 900 + 1_000);
});
