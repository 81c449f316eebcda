import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { WebSocket } from 'ws';
import { toHex } from '../primitives/hex.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { errorText, postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const spinner = `0x${'51'.repeat(20)}`;
const counter = `0x${'c0'.repeat(20)}`;
const rounds = 70_000;
/** Seven instructions a round, one before and three after. */
const countdown = assemble(rounds, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 0, 0, 'RETURN');
const steps = 1 + 7 * rounds + 3;

const request = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params });
const spin = request('eth_call', { to: spinner }, 'latest');
const estimate = request('eth_estimateGas', { to: spinner, gas: '0xffffffffffffff' });
const trace = request('debug_traceCall', { to: spinner }, 'latest', { tracer: 'callTracer', timeout: '3600s' });
const stepsOfCounter = request('debug_traceCall', { to: counter }, 'latest', { disableStack: true, timeout: '3600s' });

/** A node with one thread for long executions, and one for short ones. */
async function start(t: TestContext, flags: Record<string, string> = {}) {
  const { urls } = await startTestNode(t, {
    flags: {
      ...{ 'consensus.block-interval': '0s', 'metrics.enable': 'true', 'json-rpc.api': 'eth,debug' },
      ...{ 'json-rpc.gas-cap': '0', 'json-rpc.evm-timeout': '1h', 'json-rpc.execution-threads': '1', ...flags },
    },
  });
  const ask = (body: object) => postJson(urls.http, JSON.stringify(body));
  await ask(request('anvil_setCode', spinner, toHex(assemble('JUMPDEST', 0, 'JUMP'))));
  await ask(request('anvil_setCode', counter, toHex(countdown)));
  /** The sum of a metric over all labels. */
  const metric = async (name: string) => {
    const text = await (await fetch(urls.metrics)).text();
    const values = text.split('\n').filter((line) => line.startsWith(name));
    return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  };
  const threads = () => metric('qord_threads{pool="executions"}');
  return { urls, ask, metric, threads };
}

/** Posts over a connection of its own; `leave` closes it. */
function posting(url: string, body: object) {
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json' };
  const ended = fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal: leaving.signal });
  return { leave: () => leaving.abort(), ended: assert.rejects(ended, { name: 'AbortError' }) };
}

test('executions end when their client has left: all threads end', { timeout: 600_000 }, async (t) => {
  const { urls, metric, threads } = await start(t);
  const batch = posting(urls.http, [spin, spin, estimate, spin]);
  await until(async () => (await threads()) > 0, 'a thread');
  batch.leave();
  await batch.ended;
  await until(async () => (await threads()) === 0, 'the end of all threads');
  assert.equal(await metric('qord_execution_run_seconds_count'), 1, 'the entries after the first are not executed');

  const posts = [spin, estimate, trace].map((body) => posting(urls.http, body));
  const socket = new WebSocket(urls.webSocket);
  await once(socket, 'open');
  for (const each of [spin, estimate, trace]) socket.send(JSON.stringify(each));
  await until(async () => (await threads()) >= 2, 'two threads');
  socket.terminate();
  for (const { leave } of posts) leave();
  await Promise.all(posts.map(({ ended }) => ended));
  await until(async () => (await threads()) === 0, 'the end of all threads');
  assert.equal(await metric('qord_thread_tasks_waiting{pool="executions"}'), 0);
  assert.equal(await metric('qord_execution_thread_restarts_total'), 0, 'no thread had to be ended');
});

test('a trace of many megabytes arrives whole, over HTTP and WebSocket', { timeout: 600_000 }, async (t) => {
  const { urls, ask } = await start(t, { 'json-rpc.max-trace-bytes': '1000000000' });
  const stepCount = ({ result }: RawResponse) => (result as { structLogs: unknown[] }).structLogs.length;
  assert.equal(stepCount(await ask(stepsOfCounter)), steps);
  const socket = new WebSocket(urls.webSocket);
  await once(socket, 'open');
  socket.send(JSON.stringify(stepsOfCounter));
  const [message] = await once(socket, 'message');
  assert.ok(message.length > 10_000_000);
  assert.equal(stepCount(JSON.parse(String(message))), steps);
  socket.terminate();
});

test('a trace that needs more memory than a thread may use is ended', { timeout: 600_000 }, async (t) => {
  const flags = { 'json-rpc.max-trace-bytes': '4000000000', 'json-rpc.execution-memory': '64' };
  const { ask, metric } = await start(t, flags);
  const endless = request('debug_traceCall', { to: spinner }, 'latest', { timeout: '3600s' });
  const fault = '-32005 the execution needs more memory than json-rpc.execution-memory (64 MB)';
  assert.equal(errorText(await ask(endless)), fault);
  assert.equal(await metric('qord_execution_thread_restarts_total{kind='), 1, 'it is not repeated');
  assert.equal(errorText(await ask(request('eth_call', { to: counter }, 'latest'))), 'result "0x"');
});
