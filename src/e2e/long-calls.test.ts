import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const spinner = `0x${'51'.repeat(20)}`;
const counter = `0x${'c0'.repeat(20)}`;
const developer = developmentAccounts[0]?.address;
const shortCounter = `0x${'c1'.repeat(20)}`;
const endless = assemble('JUMPDEST', 0, 'JUMP');
const nobody = `0x${'ab'.repeat(20)}`;
/** Counts down, which takes 26 gas a round, and returns 42. */
const countdown = (rounds: number) =>
  assemble(rounds, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 0x2a, 0, 'MSTORE', 32, 0, 'RETURN');
const resultOfCounter = `0x${'2a'.padStart(64, '0')}`;

/** More than the node has threads: none of them ends by itself within the test. */
const flood = 8;
const flags = { 'json-rpc.gas-cap': '0', 'json-rpc.evm-timeout': '1h', 'json-rpc.execution-threads': '1' };

const request = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const callOf = (to: string) => request('eth_call', { to }, 'latest');
const estimateOf = (to: string) => request('eth_estimateGas', { to, gas: '0xffffffffffffff' }, 'latest');
const listOf = (to: string) => request('eth_createAccessList', { to }, 'latest');
const simulationOf = (to: string) =>
  request('eth_simulateV1', {
    blockStateCalls: [{ blockOverrides: { gasLimit: '0xffffffffffffff' }, calls: [{ to }] }],
  });
const methods = [callOf, estimateOf, listOf, simulationOf] as const;
/** All these methods by turns. */
const spin = (index: number) => (methods[index % methods.length] ?? callOf)(spinner);

/** More traces than the node has threads. */
const tracers = 3;
const traceOf = (to: string) => request('debug_traceCall', { to }, 'latest', { tracer: 'callTracer', timeout: '60s' });

/** Sends requests over separate connections, so that an aborted request closes one. */
async function post(url: string, body: string, signal?: AbortSignal): Promise<unknown> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  const response = await fetch(url, signal === undefined ? init : { ...init, signal });
  const { result, error } = (await response.json()) as { result?: unknown; error?: unknown };
  return result ?? error;
}

/** Without a content-length; its outcome is ignored. */
function postInChunks(url: string, body: string): ClientRequest {
  const chunked = httpRequest(url, { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } });
  chunked.on('error', () => {});
  chunked.write(body.slice(0, 10));
  chunked.end(body.slice(10));
  return chunked;
}

test('long calls delay nobody, and end when their client leaves', { timeout: 600_000 }, async (t) => {
  const { urls } = await startTestNode(t, { flags });
  await post(urls.http, request('anvil_setCode', spinner, toHex(endless)));
  await post(urls.http, request('anvil_setCode', counter, toHex(countdown(2_000_000))));
  await post(urls.http, request('anvil_setCode', shortCounter, toHex(countdown(300_000))));

  await t.test('over HTTP', async () => {
    const giveUp = new AbortController();
    const spinning = Array.from({ length: flood }, (_, index) => post(urls.http, spin(index), giveUp.signal));
    const ended = Promise.allSettled(spinning);
    assert.match(String(await post(urls.http, request('eth_blockNumber'))), /^0x/);
    assert.equal(await post(urls.http, callOf(counter)), resultOfCounter); // the endless ones are evicted
    assert.equal(await post(urls.http, callOf(nobody)), '0x');
    giveUp.abort();
    assert.ok((await ended).every(({ status }) => status === 'rejected'));
  });

  await t.test('over HTTP with chunked bodies', async () => {
    const requests = Array.from({ length: flood }, (_, index) => postInChunks(urls.http, spin(index)));
    assert.match(String(await post(urls.http, request('eth_blockNumber'))), /^0x/);
    for (const chunked of requests) chunked.destroy();
    assert.equal(await post(urls.http, callOf(counter)), resultOfCounter);
  });

  await t.test('over WebSocket', async () => {
    const socket = new WebSocket(urls.webSocket);
    await once(socket, 'open');
    for (let index = 0; index < flood; index++) socket.send(spin(index));
    socket.send(request('eth_chainId'));
    const [message] = await once(socket, 'message');
    assert.equal(JSON.parse(String(message)).result, '0x2648');
    socket.terminate();
    assert.equal(await post(urls.http, callOf(counter)), resultOfCounter);
  });

  await t.test('as traces', async () => {
    const giveUp = new AbortController();
    const tracing = Array.from({ length: tracers }, () => post(urls.http, traceOf(spinner), giveUp.signal));
    const ended = Promise.allSettled(tracing);
    assert.match(String(await post(urls.http, request('eth_blockNumber'))), /^0x/);
    const waiting = post(urls.http, traceOf(counter));
    assert.equal(await post(urls.http, callOf(nobody)), '0x');
    giveUp.abort();
    assert.ok((await ended).every(({ status }) => status === 'rejected'));
    assert.equal(((await waiting) as { output: string }).output, resultOfCounter);
  });

  await t.test('as a trace of a block', async () => {
    const hash = await post(
      urls.http,
      request('eth_sendTransaction', { from: developer, to: shortCounter, gas: '0x5f5e100' }),
    );
    await until(() => post(urls.http, request('eth_getTransactionReceipt', hash)), 'a receipt');
    const giveUp = new AbortController();
    // the trace waits until one of these has taken long
    const tracing = Array.from({ length: tracers }, () => post(urls.http, traceOf(spinner), giveUp.signal));
    const ended = Promise.allSettled(tracing);
    assert.match(String(await post(urls.http, request('eth_blockNumber'))), /^0x/);
    const order: string[] = [];
    const trace = post(urls.http, request('debug_traceTransaction', hash, { limit: 1, timeout: '60s' }));
    const number = post(urls.http, request('eth_blockNumber'));
    await Promise.all([trace.then(() => order.push('trace')), number.then(() => order.push('number'))]);
    assert.deepEqual(order, ['number', 'trace']);
    assert.equal(((await trace) as { structLogs: unknown[] }).structLogs.length, 1);
    giveUp.abort();
    await ended;
  });

  await t.test('in a batch', async () => {
    const giveUp = new AbortController();
    const batch = `[${Array.from({ length: flood }, (_, index) => spin(index)).join(',')}]`;
    const asking = post(urls.http, batch, giveUp.signal);
    assert.match(String(await post(urls.http, request('eth_blockNumber'))), /^0x/);
    giveUp.abort();
    await assert.rejects(asking);
    assert.equal(await post(urls.http, callOf(counter)), resultOfCounter);
  });
});
