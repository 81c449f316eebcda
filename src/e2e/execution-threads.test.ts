import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../primitives/hex.ts';
import { assemble } from '../testing/evm/assemble.ts';
import { errorText, postJson } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';

const spinner = `0x${'51'.repeat(20)}`;
const counter = `0x${'c0'.repeat(20)}`;
/** Counts down from a number, at 26 gas a round, and returns the gas limit of the block and its number. */
const limitAfter = (rounds: number) =>
  assemble(
    ...[rounds, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', rounds < 256 ? 2 : 4, 'JUMPI'], // behind the number
    ...['GASLIMIT', 0, 'MSTORE', 'NUMBER', 32, 'MSTORE', 64, 0, 'RETURN'],
  );
const short = 10;
/** more than the main thread takes */
const long = 800_000;

async function start(t: Parameters<typeof startTestNode>[0], flags: Record<string, string>) {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
  return (method: string, ...params: unknown[]) =>
    postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
}

test('a thread reads the same blocks as the main thread, and the pending block', async (t) => {
  const ask = await start(t, {});
  const read = async (rounds: number, block: string) => {
    const overrides = { [counter]: { code: toHex(limitAfter(rounds)) } };
    return String((await ask('eth_call', { to: counter }, block, overrides)).result);
  };
  const numberIn = (output: string) => Number(`0x${output.slice(66)}`);
  for (const block of ['latest', 'pending', 'earliest'])
    assert.equal(await read(long, block), await read(short, block));
  await ask('evm_mine');
  await ask('evm_setBlockGasLimit', '0x1c9c380');
  assert.equal(numberIn(await read(long, 'latest')), 1);
  const pending = await read(long, 'pending');
  assert.equal(pending, await read(short, 'pending'));
  assert.equal(numberIn(pending), 2);
  assert.equal(BigInt(pending.slice(0, 66)), 30_000_000n);
});

test('without threads an execution gets 100 ms of the main thread', { timeout: 600_000 }, async (t) => {
  const ask = await start(t, {
    'json-rpc.execution-threads': '0',
    'json-rpc.gas-cap': '0',
    'json-rpc.api': 'eth,debug',
  });
  await ask('anvil_setCode', spinner, toHex(assemble('JUMPDEST', 0, 'JUMP')));
  await ask('anvil_setCode', counter, toHex(limitAfter(short)));
  const timeout = '-32000 execution aborted (timeout = 0.1s)';
  const requests = [
    ['eth_call', { to: spinner }, 'latest'],
    ['eth_estimateGas', { to: spinner, gas: '0xffffffffffff' }],
    ['eth_createAccessList', { to: spinner }],
    ['debug_traceCall', { to: spinner }, 'latest', { tracer: 'callTracer' }],
  ] as const;
  const faults = await Promise.all(
    requests.map(async ([method, ...params]) => errorText(await ask(method, ...params))),
  );
  assert.deepEqual([...new Set(faults)], [timeout]);
  assert.match(String((await ask('eth_call', { to: counter }, 'latest')).result), /^0x/);
  const frame = (await ask('debug_traceCall', { to: counter }, 'latest', { tracer: 'callTracer' })).result;
  assert.equal((frame as { type: string }).type, 'CALL');
});
