import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { createEvmInterface } from '../../testing/evm-interface.ts';
import { testRules } from '../../testing/interfaces/server-rules.ts';
import { jsonRpcOptions } from '../options.ts';
import { type EvmRpc, openEvmRpc } from './open-evm-rpc.ts';

async function open(t: TestContext, changes: Record<string, unknown> = {}): Promise<EvmRpc> {
  const ports = { address: '127.0.0.1:0', 'ws-address': '127.0.0.1:0' };
  const onUnexpected = (error: unknown) => {
    throw error;
  };
  const options = jsonRpcOptions.parse({ ...ports, ...changes });
  const rpc = await openEvmRpc(options, createEvmInterface().parts, { onUnexpected }, testRules());
  t.after(() => rpc.close());
  return rpc;
}

const request = (method: string, params: unknown[] = []) => JSON.stringify({ jsonrpc: '2.0', id: 'x', method, params });

async function post(port: number, body: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
}

async function ask(port: number, method: string): Promise<unknown> {
  return (await post(port, request(method))).json();
}

test('both ports serve HTTP and WebSocket', async (t) => {
  const { port, webSocketPort } = await open(t);
  for (const each of [port, webSocketPort]) {
    assert.deepEqual(await ask(each, 'eth_chainId'), { jsonrpc: '2.0', id: 'x', result: '0x2648' });
    const socket = new WebSocket(`ws://127.0.0.1:${each}`);
    await once(socket, 'open');
    socket.send(`[${request('eth_blockNumber')},${request('net_version')}]`);
    const [data] = await once(socket, 'message');
    assert.deepEqual(
      JSON.parse(String(data)).map(({ result }: { result: unknown }) => result),
      ['0x0', '9800'],
    );
    socket.close();
  }
});

test('the api list decides which namespaces exist', async (t) => {
  const { port } = await open(t, { api: 'web3' });
  const { error } = (await ask(port, 'eth_chainId')) as { error: { code: number; message: string } };
  assert.deepEqual(error, { code: -32601, message: 'the method eth_chainId does not exist/is not available' });
  const { result } = (await ask(port, 'rpc_modules')) as { result: unknown };
  assert.deepEqual(result, { rpc: '1.0', web3: '1.0' });
});

test('pages for browsers and load balancers', async (t) => {
  const { port } = await open(t);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/health`)).text(), 'ok');
  assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /chain id 9800 \(0x2648\)/);
});

test('limits of the configuration hold', async (t) => {
  const { port } = await open(t, { 'max-body-size': 2048, 'max-batch': 2 });
  assert.equal((await post(port, request('web3_sha3', [`0x${'00'.repeat(2000)}`]))).status, 413);
  const batch = await (await post(port, `[${Array(3).fill(request('eth_chainId')).join()}]`)).json();
  assert.deepEqual(batch, {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32600, message: 'batch too large: at most 2 requests' },
  });
  const deep = await (await post(port, request('eth_call', [JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`)]))).json();
  assert.equal((deep as { error: { code: number } }).error.code, -32700);
});

test('a second port in use closes the first again', async (t) => {
  const first = await open(t);
  const taken = { 'ws-address': `127.0.0.1:${first.webSocketPort}` };
  await assert.rejects(open(t, taken), { code: 'EADDRINUSE' });
});
