import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

/** A connection that subscribes to new heads and notes their numbers. */
async function subscriber(url: string): Promise<{ socket: WebSocket; heads: number[] }> {
  const socket = new WebSocket(url);
  const heads: number[] = [];
  await once(socket, 'open');
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
  await once(socket, 'message');
  socket.on('message', (data) => {
    const { params } = JSON.parse(String(data));
    heads.push(Number(params.result.number));
  });
  return { socket, heads };
}

test('hundreds of subscribers each receive every block once and in order', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const subscribers = await Promise.all(Array.from({ length: 300 }, () => subscriber(urls.webSocket)));
  const body = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}';
  const headers = { 'content-type': 'application/json' };
  for (let round = 0; round < 3; round++) await (await fetch(urls.http, { method: 'POST', headers, body })).text();
  await until(() => subscribers.every(({ heads }) => heads.length >= 3), 'three blocks at each subscriber');
  for (const { heads, socket } of subscribers) {
    assert.deepEqual(heads, [1, 2, 3]);
    socket.terminate();
  }
});
