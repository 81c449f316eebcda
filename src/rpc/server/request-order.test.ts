import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { MainThread } from '../../scheduling/main-thread.ts';
import { clientAt } from './access/client.ts';
import { RequestOrder } from './request-order.ts';
import { UnfinishedBytes } from './unfinished-bytes.ts';

const client = clientAt('10.0.0.1');
const body = new Uint8Array(1_000);

/** Requests that wait; `iterate` runs the next iteration of the event loop. */
function open(limits: { totalBytes: number; bytesPerClient: number }) {
  const iterations: (() => void)[] = [];
  const mainThread = new MainThread({
    now: () => 0,
    nextIteration: (run) => iterations.push(run),
    onFault: (error) => assert.fail(String(error)),
  });
  const unfinished = new UnfinishedBytes(limits);
  const order = new RequestOrder(mainThread, unfinished);
  const handled: string[] = [];
  const send = (socket: Socket) =>
    order.run(socket, client, {
      body,
      handle: (whole) => handled.push(typeof whole === 'string' ? whole : 'whole'),
      guard: (run) => run(),
    });
  mainThread.charge('request', 1_000);
  return { send, handled, unfinished, iterate: () => iterations.shift()?.() };
}

test('requests that wait are limited when their connections have ended, and never before', async () => {
  const { send, handled, unfinished, iterate } = open({ totalBytes: 1e6, bytesPerClient: 3_000 });
  const sockets = Array.from({ length: 7 }, () => new Socket());
  for (const socket of sockets) send(socket);
  assert.deepEqual([handled, unfinished.bytes], [[], 0]);
  const gone = sockets.slice(0, 5);
  await Promise.all(gone.map((socket) => once(socket.destroy(), 'close')));
  assert.equal(unfinished.bytes, 3_000);
  iterate();
  assert.deepEqual(handled, ['whole', 'whole', 'whole', 'busy', 'busy', 'whole', 'whole']);
  assert.equal(unfinished.bytes, 0);
});

test('of one connection, what is pipelined counts when it has ended, and its requests stay in order', async () => {
  const { send, handled, unfinished, iterate } = open({ totalBytes: 2_500, bytesPerClient: 1e6 });
  const socket = new Socket();
  for (let count = 0; count < 4; count++) send(socket);
  await once(socket.destroy(), 'close');
  assert.equal(unfinished.bytes, 2_000);
  iterate();
  assert.deepEqual(handled, ['whole', 'whole', 'busy', 'busy']);
  assert.equal(unfinished.bytes, 0);
});
