import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { postJson } from '../../../testing/raw-rpc.ts';
import { startTestNode } from '../../../testing/test-node.ts';
import { until } from '../../../testing/until.ts';

type Log = { readonly removed: boolean; readonly blockHash: string; readonly logIndex: string };
type Reply = { readonly id: number; readonly result?: unknown; readonly error?: { readonly message: string } };

/** Emits as many logs as its input says. */
const code = '0x5f355b5f5fa060019003806002570000';
const emitter = `0x${'e1'.repeat(20)}`;

const pollOf = (filter: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'eth_getFilterChanges', params: [filter] });

/** A client of a node that has a filter for logs, and knows what it was told. */
async function startClient(t: Parameters<typeof startTestNode>[0], flags: Record<string, string>) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
  const post = (body: unknown) => postJson(node.urls.http, JSON.stringify(body)) as Promise<unknown>;
  const ask = (method: string, ...params: unknown[]) =>
    post({ jsonrpc: '2.0', id: 1, method, params }) as Promise<Reply>;
  const result = async (method: string, ...params: unknown[]) => {
    const reply = await ask(method, ...params);
    assert.equal(reply.error, undefined, method);
    return reply.result;
  };
  await result('anvil_setCode', emitter, code);
  const filter = await result('eth_newFilter', { address: emitter });
  const told = new Set<string>();
  const take = (logs: readonly Log[]) => {
    for (const { removed, blockHash, logIndex } of logs) {
      const key = `${blockHash} ${logIndex}`;
      assert.equal(told.has(key), removed, 'what is told is new, what is removed was told');
      if (removed) told.delete(key);
      else told.add(key);
    }
  };
  const poll = async () => {
    const logs = (await result('eth_getFilterChanges', filter)) as readonly Log[];
    take(logs);
    return logs.length;
  };
  const pollAll = async () => {
    for (let polls = 0; polls < 100; polls++) if ((await poll()) === 0) return;
    assert.fail('there is always more');
  };
  const [from] = node.accounts;
  const emit = (count: number) => {
    const data = `0x${count.toString(16).padStart(64, '0')}`;
    return result('eth_sendTransactionSync', { from: from?.address, to: emitter, data, gas: '0x1000000' });
  };
  return { node, post, ask, result, filter, told, take, poll, pollAll, emit };
}

test('removed logs that are longer than a response are told in several', async (t) => {
  const { told, poll, pollAll, emit, result } = await startClient(t, { 'json-rpc.max-response-size': '20000' });
  for (let block = 0; block < 6; block++) await emit(30);
  await pollAll();
  assert.equal(told.size, 180);
  await result('anvil_rollback', 6);
  await emit(7);
  assert.ok((await poll()) < 187, 'not all at once');
  await pollAll();
  assert.equal(told.size, 7);
});

test('the logs of one block are told, however long they are', async (t) => {
  const { told, poll, emit, result } = await startClient(t, { 'json-rpc.max-response-size': '20000' });
  await emit(200);
  assert.equal(await poll(), 200);
  await result('anvil_rollback', 1);
  assert.equal(await poll(), 200);
  assert.equal(told.size, 0);
});

test('each of many removals is told', async (t) => {
  const { told, pollAll, emit, result } = await startClient(t, {});
  for (let block = 0; block < 40; block++) await emit(1);
  await pollAll();
  assert.equal(told.size, 40);
  for (let block = 0; block < 40; block++) await result('anvil_rollback', 1);
  await pollAll();
  assert.equal(told.size, 0);
});

test('a filter ends with a reason when more is removed than can be told, and others go on', async (t) => {
  const { filter, ask, result, emit } = await startClient(t, {});
  await result('anvil_setCode', emitter, '0x5f355b6180005fa060019003806002570000'); // logs of 32 kB
  for (let block = 0; block < 3; block++) await emit(60);
  const late = await result('eth_newFilter', { address: emitter });
  await result('anvil_rollback', 3);
  const { error } = await ask('eth_getFilterChanges', filter);
  assert.equal(error, undefined, 'it had told nothing');
  const ended = await ask('eth_getFilterChanges', late);
  assert.match(ended.error?.message ?? '', /^filter not found: it has ended, because/);
  assert.equal(await result('eth_uninstallFilter', late), true);
});

test('hashes that are longer than a response come in several', async (t) => {
  const { result } = await startClient(t, { 'json-rpc.max-response-size': '2000' });
  const filter = await result('eth_newBlockFilter');
  await result('anvil_mine', '0x64');
  const told: unknown[] = [];
  for (let count = -1; count < told.length; ) {
    count = told.length;
    told.push(...((await result('eth_getFilterChanges', filter)) as unknown[]));
  }
  assert.equal(new Set(told).size, 100);
});

test('what a full batch has no room for is told by the next poll', async (t) => {
  const client = await startClient(t, { 'json-rpc.max-batch-response-size': '20000' });
  const { result, post, emit, filter, told, take, pollAll } = client;
  const blocks = await result('eth_newBlockFilter');
  const pending = await result('eth_newPendingTransactionFilter');
  await emit(60);
  await pollAll();
  await result('anvil_rollback', 1);
  for (let block = 0; block < 3; block++) await emit(20);
  const fill = { jsonrpc: '2.0', id: 1, method: 'web3_sha3', params: ['0x00'] };
  for (const each of [filter, blocks, pending]) {
    const filling = Array.from({ length: 194 }, () => fill);
    const replies = (await post([...filling, pollOf(each)])) as Reply[];
    assert.match(replies.at(-1)?.error?.message ?? '', /max-batch-response-size/);
  }
  take((await result('eth_getFilterChanges', filter)) as Log[]);
  assert.equal(told.size, 60);
  assert.equal(((await result('eth_getFilterChanges', blocks)) as unknown[]).length, 3);
  assert.equal(((await result('eth_getFilterChanges', pending)) as unknown[]).length, 4);
});

test('polls of one filter at once tell each log once, and do not wait for each other', async (t) => {
  const { told, take, ask, result, filter, pollAll, emit } = await startClient(t, {});
  for (let block = 0; block < 30; block++) await emit(1500);
  let isEarlyOver = false;
  const early = result('eth_getFilterChanges', filter).then((logs) => {
    isEarlyOver = true;
    take(logs as Log[]);
  });
  await emit(3);
  const late = await ask('eth_getFilterChanges', filter);
  assert.deepEqual([late.result, isEarlyOver], [[], false]);
  await early;
  await pollAll();
  assert.equal(told.size, 30 * 1500 + 3);
});

test('a poll for whose result a batch has no room loses nothing to one at the same time', async (t) => {
  const { told, post, ask, take, filter, emit, pollAll } = await startClient(t, {
    'json-rpc.max-batch-response-size': '20000',
  });
  for (let block = 0; block < 30; block++) await emit(1500);
  const refused = post([pollOf(filter)]);
  const other = await ask('eth_getFilterChanges', filter);
  take(other.result as Log[]);
  assert.match(((await refused) as Reply[])[0]?.error?.message ?? '', /max-batch-response-size/);
  await pollAll();
  assert.equal(told.size, 30 * 1500);
});

/** Runs until its gas is used up: a tenth of a second and more. */
const endless = `0x${'e2'.repeat(20)}`;
const longCall = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: endless, gas: '0x7270e00' }, 'latest'] };

/** A connection on which bodies are posted, with more headers. */
async function openConnection(url: string): Promise<{ socket: Socket; post: (body: unknown, more: string) => void }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  const post = (body: unknown, more: string) => {
    const text = JSON.stringify(body);
    const head = `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${more}`;
    socket.write(`${head}content-length: ${text.length}\r\n\r\n${text}`);
  };
  return { socket, post };
}

/** Tells when the entries of a batch before it are over. */
const mining = { jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] };

test('what a client has left without is told by the next poll, by both parsers', async (t) => {
  const { node, result, told, poll, filter, emit } = await startClient(t, {});
  await result('anvil_setCode', endless, '0x5b5f56');
  const batch = [pollOf(filter), mining, ...Array.from({ length: 8 }, () => longCall)];
  for (const more of ['', 'expect: 100-continue\r\n']) {
    await emit(3);
    const { socket, post } = await openConnection(node.urls.http);
    const height = await result('eth_blockNumber');
    post(batch, more);
    await until(async () => (await result('eth_blockNumber')) !== height, 'the poll');
    assert.equal(await poll(), 0, 'it is on its way');
    socket.resetAndDestroy();
    await until(async () => (await poll()) > 0, 'what was on its way');
    assert.equal(told.size, 3);
    told.clear();
  }
});

test('what a slow reader has not read is told by the next poll, of each filter once', async (t) => {
  const { node, result, emit } = await startClient(t, {});
  const filters: unknown[] = [];
  for (let count = 0; count < 6; count++) filters.push(await result('eth_newFilter', { address: emitter }));
  for (let block = 0; block < 10; block++) await emit(900);
  const socket = new WebSocket(node.urls.webSocket);
  await once(socket, 'open');
  socket.pause();
  const height = await result('eth_blockNumber');
  socket.send(JSON.stringify([...filters.map(pollOf), mining])); // a response of 20 MB
  await until(async () => (await result('eth_blockNumber')) !== height, 'the polls');
  const count = async (filter: unknown) => ((await result('eth_getFilterChanges', filter)) as unknown[]).length;
  for (const filter of filters) assert.equal(await count(filter), 0, 'it is on its way');
  socket.terminate();
  for (const filter of filters) assert.equal(await until(async () => (await count(filter)) || undefined, 'it'), 9000);
  for (const filter of filters) assert.equal(await count(filter), 0);
});
