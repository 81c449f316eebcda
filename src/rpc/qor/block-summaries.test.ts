import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { postJson } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

type Json = Readonly<Record<string, unknown>>;

const members = ['number', 'hash', 'parentHash', 'timestamp', 'gasUsed', 'gasLimit', 'baseFeePerGas'];

test('summaries are what blocks say, and new ones are announced', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const call = async <T>(method: string, ...params: readonly unknown[]) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return await postJson<{ readonly result: T; readonly error?: Json }>(node.urls.http, request);
  };
  const socket = new WebSocket(node.urls.webSocket);
  t.after(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newBlockSummaries'] }));
  await once(socket, 'message');
  const announced: Json[] = [];
  socket.on('message', (data) => void announced.push(JSON.parse(String(data)).params.result));
  const [from, to] = node.accounts.map(({ address }) => address);
  for (let sent = 1; sent <= 3; sent++) {
    await call('eth_sendTransaction', { from, to, value: '0x1' });
    await until(() => announced.length >= sent, `summary ${sent}`);
  }

  const expected: Json[] = [];
  for (const height of ['0x3', '0x2', '0x1', '0x0']) {
    const { result } = await call<Json>('eth_getBlockByNumber', height, false);
    const { transactions } = result as { readonly transactions: readonly unknown[] };
    const same = Object.fromEntries(members.map((member) => [member, result[member]]));
    expected.push({ ...same, transactionCount: `0x${transactions.length.toString(16)}` });
  }
  assert.deepEqual((await call('qord_getBlockSummaries', 'latest', 200)).result, expected);
  assert.deepEqual((await call('qord_getBlockSummaries', '0x2', 2)).result, expected.slice(1, 3));
  assert.deepEqual((await call('qord_getBlockSummaries', '0x2')).result, expected.slice(1, 2));
  assert.deepEqual((await call('qord_getBlockSummaries', '0x4', 2)).result, []);
  assert.equal((await call('qord_getBlockSummaries', 'latest', 201)).error?.code, -32602);
  assert.deepEqual(announced.toReversed(), expected.slice(0, 3));
});
