import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { postJson, requestText } from '#qord/testing/raw-rpc.ts';
import { startTestNode } from '#qord/testing/test-node.ts';
import { until } from '#qord/testing/until.ts';
import { HeadWatcher } from './head-watcher.ts';

/** A node between which and its subscribers all messages can be held back. */
async function openHeldNode(t: TestContext) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '1h' } });
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  t.after(() => server.close());
  let isHeld = false;
  const held: (() => void)[] = [];
  server.on('connection', (client) => {
    const upstream = new WebSocket(node.urls.webSocket);
    const opened = once(upstream, 'open');
    client.on('message', async (data) => {
      await opened;
      upstream.send(String(data));
    });
    upstream.on('message', (data) => {
      const pass = () => client.send(String(data));
      if (isHeld) held.push(pass);
      else pass();
    });
    client.on('close', () => upstream.close());
  });
  await once(server, 'listening');
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Makes a block and returns its height. */
    mine: async () => {
      await postJson(node.urls.http, requestText('evm_mine', []));
      return Number((await postJson(node.urls.http, requestText('eth_blockNumber', []))).result);
    },
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const pass of held.splice(0)) pass();
    },
  };
}

test('a notification that comes late is measured, also while it has not come', { timeout: 600_000 }, async (t) => {
  const { url, mine, hold, release } = await openHeldNode(t);
  const before = await mine();
  const watcher = await HeadWatcher.open(url);
  t.after(() => watcher.close());
  watcher.read(before);
  assert.equal(watcher.longestDelay, 0, 'nobody announces older blocks');
  const height = await mine();
  watcher.read(height);
  await watcher.settle(30_000);
  watcher.restartMeasuring();
  watcher.read(height);
  assert.equal(watcher.longestDelay, 0, 'it was announced');
  hold();
  watcher.read(await mine());
  await until(() => watcher.longestDelay >= 60, 'a late announcement');
  release();
  await watcher.settle(30_000);
  const late = watcher.longestDelay;
  assert.ok(late >= 60, `${late} ms`);
  watcher.read(await mine());
  await watcher.settle(30_000);
  assert.ok(watcher.longestDelay >= late, 'the longest counts');
  watcher.restartMeasuring();
  assert.equal(watcher.longestDelay, 0);
  assert.equal(watcher.end, undefined);
});

test('a subscription that the node has ended is reported', { timeout: 600_000 }, async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '1h' } });
  const watcher = await HeadWatcher.open(node.urls.webSocket);
  await node.close();
  assert.match(await until(() => watcher.end, 'the end of the subscription'), /^newHeads: closed with \d+/);
});
