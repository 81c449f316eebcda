import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

/** A connection that subscribes to new heads and notes when each came. */
async function subscriber(url: string): Promise<{ socket: WebSocket; times: Map<string, number> }> {
  const socket = new WebSocket(url);
  const times = new Map<string, number>();
  await once(socket, 'open');
  socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
  await once(socket, 'message');
  socket.on('message', (data) => {
    const { params } = JSON.parse(String(data));
    times.set(params.result.hash, performance.now());
  });
  return { socket, times };
}

test('hundreds of subscribers receive a block at about the same time', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const subscribers = await Promise.all(Array.from({ length: 300 }, () => subscriber(urls.webSocket)));
  const body = '{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":[]}';
  const headers = { 'content-type': 'application/json' };
  for (let round = 0; round < 3; round++) await (await fetch(urls.http, { method: 'POST', headers, body })).text();
  await until(() => subscribers.every(({ times }) => times.size >= 3), 'three blocks at each subscriber');
  for (const hash of subscribers[0]?.times.keys() ?? []) {
    const all = subscribers.map(({ times }) => times.get(hash) ?? 0);
    assert.ok(Math.max(...all) - Math.min(...all) < 1000);
  }
  for (const { socket } of subscribers) socket.terminate();
});
