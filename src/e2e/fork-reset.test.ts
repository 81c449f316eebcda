import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { quantity } from '../primitives/quantity.ts';
import { anvilMissing, startAnvil } from '../testing/clients/anvil.ts';
import { errorText, postJson } from '../testing/raw-rpc.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const flags = { 'consensus.block-interval': '0s', 'fork.retries': '0' };
const dave = '0x00000000000000000000000000000000000da4e1';

const body = (method: string, params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
const ask = ({ urls }: { readonly urls: { readonly http: string } }, method: string, ...params: readonly unknown[]) =>
  postJson(urls.http, JSON.stringify(body(method, params)));

const resultOf = async (node: { readonly urls: { readonly http: string } }, method: string, ...params: unknown[]) => {
  const response = await ask(node, method, ...params);
  assert.equal(response.error, undefined, `${method}: ${response.error?.message}`);
  return response.result;
};

/** An origin in whose block n Dave has n wei. */
async function startOrigin(t: Parameters<typeof startTestNode>[0], blocks: number): Promise<TestNode> {
  const origin = await startTestNode(t, { flags });
  for (let height = origin.node.chain.reader.head().number + 1; height <= blocks; height++) {
    await resultOf(origin, 'anvil_setBalance', dave, quantity(height));
  }
  assert.equal(await resultOf(origin, 'eth_blockNumber'), quantity(blocks));
  return origin;
}

test('a network that is no fork becomes one, at any block, and is one no more', async (t) => {
  const origin = await startOrigin(t, 8);
  const node = await startTestNode(t, { flags });
  const jsonRpcUrl = origin.urls.http;
  const reset = (forking?: object) => ask(node, 'anvil_reset', ...(forking ? [{ forking }] : []));
  const balance = () => resultOf(node, 'eth_getBalance', dave, 'latest');
  const height = async () => Number(await resultOf(node, 'eth_blockNumber'));
  const [sender] = node.accounts;
  const before = await resultOf(node, 'eth_sendTransaction', { from: sender?.address, to: dave, value: '0x64' });

  assert.equal(
    errorText(await reset({ blockNumber: 3 })),
    '-32602 Forking not enabled and RPC URL not provided to start forking',
  );
  assert.match(errorText(await reset({ jsonRpcUrl, blockNumber: 99 })), /-32000 origin http:.*/);
  assert.match(errorText(await reset({ jsonRpcUrl: 'http://127.0.0.1:9' })), /origin http:\/\/127.0.0.1:9/);
  assert.equal(await balance(), '0x64', 'nothing has changed');

  assert.equal(errorText(await reset({ jsonRpcUrl, blockNumber: 5 })), 'result null');
  assert.equal(await balance(), '0x5');
  assert.equal(await height(), 6);
  assert.equal(await resultOf(node, 'eth_getTransactionReceipt', before), null);
  assert.equal(await resultOf(node, 'eth_getBalance', dave, '0x4'), '0x4', 'below the fork');
  const { forkedNetwork } = (await resultOf(node, 'anvil_metadata')) as { forkedNetwork: { forkBlockNumber: number } };
  assert.equal(forkedNetwork.forkBlockNumber, 5);

  const sent = await resultOf(node, 'eth_sendTransaction', { from: sender?.address, to: dave, value: '0x64' });
  await resultOf(node, 'evm_mine');
  assert.ok(await resultOf(node, 'eth_getTransactionReceipt', sent));
  assert.equal(await balance(), '0x69');

  assert.equal(errorText(await reset({ blockNumber: 5 })), 'result null', 'the same one again');
  assert.equal(await balance(), '0x5');
  assert.equal(errorText(await reset({ blockNumber: '0x3' })), 'result null', 'another block of the same origin');
  assert.equal(await balance(), '0x3');
  await resultOf(origin, 'anvil_setBalance', dave, '0x9');
  assert.equal(errorText(await reset({})), 'result null', 'the newest block');
  assert.equal(await balance(), '0x9');
  assert.equal(await height(), 10);
  const executed = await resultOf(node, 'eth_call', { to: dave, from: dave, value: '0x9' }, 'latest');
  assert.equal(executed, '0x');

  await node.restart();
  assert.equal(await balance(), '0x9', 'the home is that fork');
  assert.equal(errorText(await reset()), 'result null');
  assert.equal(await balance(), '0x0');
  assert.equal(await height(), 0);
  assert.deepEqual((await resultOf(node, 'anvil_metadata')) instanceof Object, true);
  assert.ok(existsSync(join(node.home, 'config', 'genesis.json.before-reset')));
});

test('a reset keeps how blocks are made, serves batches, and closes subscriptions', async (t) => {
  const origin = await startOrigin(t, 4);
  const node = await startTestNode(t, { flags: { ...flags, 'metrics.enable': 'true' } });
  const forking = { jsonRpcUrl: origin.urls.http, blockNumber: 4 };
  await resultOf(node, 'evm_setAutomine', false);
  await resultOf(node, 'anvil_setCoinbase', dave);
  await resultOf(node, 'evm_setBlockGasLimit', '0x1c9c380');

  const socket = new WebSocket(node.urls.webSocket);
  await once(socket, 'open');
  const messages: string[] = [];
  socket.on('message', (data) => messages.push(String(data)));
  const closed = once(socket, 'close');
  socket.send(JSON.stringify({ ...body('eth_subscribe', ['newHeads']), id: 1 }));
  const batch = [body('hardhat_reset', [{ forking }]), body('eth_blockNumber', [])];
  socket.send(JSON.stringify(batch.map((each, id) => ({ ...each, id }))));
  const meanwhile = await Promise.all(Array.from({ length: 20 }, () => resultOf(node, 'eth_chainId')));
  assert.deepEqual(new Set(meanwhile), new Set(['0x2648']));
  const [code] = await closed;
  assert.equal(code, 1012);
  assert.deepEqual(
    JSON.parse(messages.at(-1) ?? '').map(({ result }: { result: unknown }) => result),
    [null, '0x5'],
  );

  assert.equal(await resultOf(node, 'anvil_getAutomine'), false);
  await resultOf(node, 'evm_mine');
  const block = (await resultOf(node, 'eth_getBlockByNumber', 'latest', false)) as Record<string, string>;
  assert.deepEqual([block.number, block.miner, block.gasLimit], ['0x6', dave, '0x1c9c380']);
  const slot = (await postJson(node.urls.svm, JSON.stringify(body('getSlot', [])))).result;
  assert.equal(slot, 6);
  assert.match(await (await fetch(node.urls.metrics)).text(), /^qord_height 6$/m);
  const webSocket = new WebSocket(node.urls.webSocket);
  await once(webSocket, 'open');
  webSocket.send(JSON.stringify(body('eth_subscribe', ['newHeads'])));
  await once(webSocket, 'message');
  const head = once(webSocket, 'message');
  await resultOf(node, 'evm_mine');
  assert.equal(JSON.parse(String((await head)[0])).params.result.number, '0x7');
  webSocket.close();
});

test('an origin that has begun again is forked again', { skip: anvilMissing }, async (t) => {
  const node = await startTestNode(t, { flags });
  const { url } = await startAnvil(t);
  const origin = { urls: { http: url } };
  await resultOf(origin, 'anvil_mine', '0x2');
  const forking = { jsonRpcUrl: url, blockNumber: 2 };
  assert.equal(errorText(await ask(node, 'anvil_reset', { forking })), 'result null');
  assert.equal(await resultOf(node, 'eth_chainId'), '0x7a69');
  assert.equal(await resultOf(node, 'eth_getBalance', dave, 'latest'), '0x0');
  await resultOf(origin, 'anvil_reset');
  await resultOf(origin, 'anvil_setBalance', dave, '0x7');
  await resultOf(origin, 'anvil_mine', '0x2', '0x5');
  assert.equal(errorText(await ask(node, 'anvil_reset', { forking })), 'result null');
  assert.equal(await resultOf(node, 'eth_getBalance', dave, 'latest'), '0x7');
});

test('executions that run or wait when another network begins get an error, and the node itself is no origin', {
  timeout: 600_000,
}, async (t) => {
  const origin = await startOrigin(t, 2);
  const node = await startTestNode(t, {
    flags: {
      ...{ ...flags, 'metrics.enable': 'true', 'json-rpc.evm-timeout': '1h' },
      ...{ 'json-rpc.gas-cap': '0', 'json-rpc.execution-threads': '1' },
    },
  });
  const spinner = `0x${'51'.repeat(20)}`;
  await resultOf(node, 'anvil_setCode', spinner, '0x5b5f56'); // JUMPDEST PUSH0 JUMP
  const calls = [1, 2, 3, 4, 5].map(() => ask(node, 'eth_call', { to: spinner }, 'latest'));
  const waiting = async () =>
    Number(
      /^qord_thread_tasks_waiting\{pool="executions"\} (\d+)$/m.exec(
        await (await fetch(node.urls.metrics)).text(),
      )?.[1],
    );
  await until(async () => (await waiting()) >= 3, 'three calls that wait: two run');
  const forking = { jsonRpcUrl: origin.urls.http };
  assert.equal(errorText(await ask(node, 'anvil_reset', { forking })), 'result null');
  const ended = '-32000 the network that this was executed on has ended: ask again';
  for (const response of await Promise.all(calls)) assert.equal(errorText(response), ended);

  for (const url of [node.urls.http, node.urls.webSocket.replace('ws:', 'http:')]) {
    const own = { jsonRpcUrl: url.replace('127.0.0.1', 'localhost') };
    assert.match(
      errorText(await ask(node, 'anvil_reset', { forking: own })),
      /^-32000 origin .*: this is the node itself, not another network$/,
    );
  }
  assert.equal(await resultOf(node, 'eth_getBalance', dave, 'latest'), '0x2', 'nothing has changed');
});
