import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { errorText, postJson, type RawResponse } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const spinner = `0x${'51'.repeat(20)}`;
/** Code that calls itself with all its gas, endlessly. */
const recursion = toHex(assemble('JUMPDEST', 0, 0, 0, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP', 0, 'JUMP'));
/** Code that calls an account without code with a megabyte of input, endlessly. */
const copying = toHex(assemble('JUMPDEST', 0, 0, 0x100000, 0, 0, 0xdead, 'GAS', 'CALL', 'POP', 0, 'JUMP'));
/** Code that reads one slot after the other, endlessly. */
const reading = toHex(assemble(0, 'JUMPDEST', 1, 'ADD', 'DUP1', 'SLOAD', 'POP', 2, 'JUMP'));
const endless = toHex(assemble('JUMPDEST', 0, 'JUMP'));

const requestText = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });

const wordOf = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

/** A development node, and a function that calls it. */
async function start(t: Parameters<typeof startTestNode>[0], flags: Record<string, string>) {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
  const ask = (method: string, ...params: unknown[]) => postJson(urls.http, requestText(method, ...params));
  return { url: urls.http, ask };
}

test('endless executions delay nobody, and the number that waits is limited', { timeout: 600_000 }, async (t) => {
  const limits = { 'json-rpc.execution-threads': '2', 'json-rpc.max-waiting-calls': '5' };
  const flags = { 'json-rpc.gas-cap': '0', 'json-rpc.evm-timeout': '1h', ...limits };
  const { url, ask } = await start(t, flags);
  await ask('anvil_setCode', spinner, endless);
  const requests = [
    requestText('eth_call', { to: spinner }, 'latest'),
    requestText('eth_estimateGas', { to: spinner, gas: '0xffffffffffff' }),
    requestText('eth_createAccessList', { to: spinner }),
    requestText('eth_simulateV1', {
      blockStateCalls: [{ blockOverrides: { gasLimit: '0xffffffffffffff' }, calls: [{ to: spinner }] }],
    }),
  ];
  const giveUp = new AbortController();
  const rejections: string[] = [];
  const spinning = Array.from({ length: 100 }, async (_, index) => {
    const body = requests[index % requests.length] ?? '';
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: giveUp.signal };
    rejections.push(errorText((await (await fetch(url, init)).json()) as RawResponse));
  });
  const ended = Promise.allSettled(spinning);
  // three are executed; five wait, and five more that have taken long
  await until(async () => {
    assert.match(String((await ask('eth_blockNumber')).result), /^0x/);
    return rejections.length >= 100 - 3 - 2 * 5;
  }, 'rejections');
  assert.equal((await ask('eth_call', { to: `0x${'ab'.repeat(20)}` }, 'latest')).result, '0x', 'what is short is done');
  giveUp.abort();
  await ended;
  assert.ok(rejections.length <= 100 - 3 - 5, `${rejections.length} were rejected`);
  const rejection = '-32005 too many executions are waiting: json-rpc.max-waiting-calls is 5';
  assert.deepEqual([...new Set(rejections)], [rejection]);
});

test('the size of a trace is limited, with every tracer and method', { timeout: 600_000 }, async (t) => {
  const limit = 4_000_000;
  const flags = { 'json-rpc.api': 'eth,debug', 'json-rpc.max-trace-bytes': String(limit) };
  const { ask } = await start(t, flags);
  const fault = `-32005 the trace is larger than json-rpc.max-trace-bytes (${limit}): `;
  const config = (tracer: string) => ({ tracer, timeout: '60s' });
  const cases = [
    [recursion, config('callTracer')],
    [recursion, config('flatCallTracer')],
    [recursion, { ...config('muxTracer'), tracerConfig: { callTracer: {}, noopTracer: {} } }],
    [copying, config('callTracer')],
    [copying, config('4byteTracer')],
    [reading, config('prestateTracer')],
    [reading, { timeout: '60s', disableStack: true }],
    [recursion, { timeout: '60s' }],
  ] as const;
  for (const [code, asked] of cases) {
    await ask('anvil_setCode', spinner, code);
    const traces = Array.from({ length: 3 }, () => ask('debug_traceCall', { to: spinner }, 'latest', asked));
    assert.match(String((await ask('eth_blockNumber')).result), /^0x/);
    for (const response of await Promise.all(traces)) assert.equal(errorText(response).slice(0, fault.length), fault);
  }
  await ask('anvil_setCode', spinner, copying);
  const transfers = { blockStateCalls: [{ calls: [{ to: spinner }] }], traceTransfers: true };
  const [block] = (await ask('eth_simulateV1', transfers)).result as { calls: { status: string }[] }[];
  assert.equal(block?.calls[0]?.status, '0x0', 'it runs out of gas: what nobody reads is not copied');
});

test('the number of accounts and slots that a request overrides is limited', async (t) => {
  const { ask } = await start(t, { 'json-rpc.api': 'eth,debug', 'json-rpc.max-override-slots': '100' });
  const slots = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [wordOf(index), wordOf(1)]));
  const overrides = (count: number) => ({ [spinner]: { stateDiff: slots(count - 1) } });
  const requests = (count: number) =>
    [
      ['eth_call', {}, 'latest', overrides(count)],
      ['eth_estimateGas', {}, 'latest', overrides(count)],
      ['eth_createAccessList', {}, 'latest', overrides(count)],
      ['debug_traceCall', {}, 'latest', { tracer: 'callTracer', stateOverrides: overrides(count) }],
      [
        'eth_simulateV1',
        { blockStateCalls: [{ stateOverrides: overrides(count - 50) }, { stateOverrides: overrides(50) }] },
      ],
    ] as const;
  for (const [method, ...params] of requests(100)) {
    assert.equal((await ask(method, ...params)).error, undefined, method);
  }
  const fault = '-32005 too many state overrides: 101 accounts and slots, json-rpc.max-override-slots is 100';
  for (const [method, ...params] of requests(101)) assert.equal(errorText(await ask(method, ...params)), fault, method);
});

test('beside fifty proofs of one network at an old block the calls of another are answered first', {
  timeout: 600_000,
}, async (t) => {
  const flags = { 'json-rpc.execution-threads': '1', 'http.trusted-proxies': '127.0.0.1' };
  const { url, ask } = await start(t, flags);
  await ask('anvil_setCode', spinner, endless);
  for (let from = 0x10000; from < 0x10000 + 2_000; from += 500) {
    const accounts = Array.from({ length: 500 }, (_, index) => `0x${(from + index).toString(16).padStart(40, '0')}`);
    await postJson(url, `[${accounts.map((account) => requestText('anvil_setBalance', account, '0x1')).join()}]`);
  }
  await ask('anvil_mine', '0x2');
  const askAs = async (address: string, method: string, ...params: unknown[]) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
    const reply = await fetch(url, { method: 'POST', headers, body: requestText(method, ...params) });
    return (await reply.json()) as RawResponse;
  };
  let proven = 0;
  const proofs = Array.from({ length: 50 }, async (_, index) => {
    const method = index % 2 === 0 ? 'eth_getProof' : 'eth_getAccount';
    const params = index % 2 === 0 ? [spinner, [], '0x0'] : [spinner, '0x0'];
    assert.doesNotMatch(errorText(await askAs('10.0.0.1', method, ...params)), /^-/);
    proven++;
  });
  await until(() => proven > 0, 'the first proof');
  const before = proven;
  // long enough for a thread
  for (let call = 0; call < 3; call++) {
    const response = await askAs('10.0.0.2', 'eth_call', { to: spinner, gas: '0x4c4b40' }, 'latest');
    assert.match(errorText(response), /out of gas/);
  }
  assert.ok(proven - before < 25, `${proven - before} proofs were made before three calls`);
  await Promise.all(proofs);
});
