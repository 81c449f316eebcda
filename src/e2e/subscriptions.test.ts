import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Wallet, WebSocketProvider } from 'ethers';
import { createPublicClient, webSocket } from 'viem';
import { WebSocket } from 'ws';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { startTestNode } from '../testing/test-node.ts';

const [key = '', receiver = ''] = [developmentAccounts[0]?.privateKey, developmentAccounts[1]?.address];

test('ethers and viem receive blocks, logs and pending transactions', async (t) => {
  const { urls } = await startTestNode(t);
  const provider = new WebSocketProvider(urls.webSocket);
  t.after(() => provider.destroy());
  const client = createPublicClient({ transport: webSocket(urls.webSocket, { reconnect: false }) });
  const heads: bigint[] = [];
  const pending: string[] = [];
  const endings = [
    client.watchBlockNumber({ onBlockNumber: (number) => heads.push(number) }),
    client.watchPendingTransactions({ onTransactions: (hashes) => pending.push(...hashes) }),
  ];
  const blocks: number[] = [];
  await provider.on('block', (number: number) => blocks.push(number));
  while (heads.length === 0 || blocks.length === 0) await sleep(50); // an empty block comes every two seconds
  const wallet = new Wallet(key, provider);
  const sent = await wallet.sendTransaction({ to: receiver, value: 1n });
  const receipt = await sent.wait();
  assert.ok(receipt !== null);
  const { blockNumber } = receipt;
  while (!blocks.includes(blockNumber) || !heads.includes(BigInt(blockNumber))) await sleep(50);
  assert.ok(pending.includes(sent.hash));
  for (const end of endings) end();
  (await client.transport.getRpcClient()).close();
});

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
  while (subscribers.some(({ times }) => times.size < 3)) await sleep(10);
  for (const hash of subscribers[0]?.times.keys() ?? []) {
    const all = subscribers.map(({ times }) => times.get(hash) ?? 0);
    assert.ok(Math.max(...all) - Math.min(...all) < 1000);
  }
  for (const { socket } of subscribers) socket.terminate();
});
