import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

const digits = (value: number | bigint) => value.toString(16).padStart(64, '0');
const value = (number: number | bigint) => ({ value: digits(number) });
/** a machine may be slow */
const generous = { evmTimeoutMs: 10_000 };
const latest = { blockNumber: 'latest' };
/** adds one to slot 0 and returns it */
const counting = { [contracts.reader]: { code: '0x5f54600101805f555f5260205ff3' } };
const count = { to: contracts.reader };

test('each call runs on the state after the calls before it, in all bundles', async () => {
  const { result } = createEvmInterface(generous);
  const bundles = [{ transactions: [count, count] }, {}, { transactions: [count] }];
  assert.deepEqual(await result('eth_callMany', bundles, latest, counting), [
    [value(0x2b), value(0x2c)],
    [],
    [value(0x2d)],
  ]);
  assert.equal(await result('eth_call', count), `0x${digits(0x2a)}`, 'nothing stays');
});

test('overrides of the block stay, and each bundle is one block later', async () => {
  const { mine, result } = createEvmInterface(generous);
  mine();
  const number = '0x435f5260205ff3'; // NUMBER PUSH0 MSTORE PUSH1 20 PUSH0 RETURN
  const time = '0x425f5260205ff3';
  const [numberAt, timeAt] = ['0x', '0x'].map((prefix, index) => `${prefix}${'00'.repeat(19)}e${index}`);
  const code = { [`${numberAt}`]: { code: number }, [`${timeAt}`]: { code: time } };
  const transactions = [{ to: numberAt }, { to: timeAt }];
  const bundles = [
    { transactions },
    { transactions, blockOverride: { blockNumber: '0x64', timestamp: '0x3e8' } },
    { transactions },
    { transactions, blockOverride: { timestamp: '0x7d0' } },
  ];
  const [first, ...others] = (await result('eth_callMany', bundles, latest, code)) as unknown[][];
  assert.deepEqual(first?.[0], value(1));
  assert.deepEqual(others, [
    [value(100), value(1000)],
    [value(101), value(1001)],
    [value(102), value(2000)],
  ]);
});

test('calls run between two transactions of a block', async () => {
  const { mine, result, fault } = createEvmInterface(generous);
  const before = BigInt(String(await result('eth_getBalance', bob)));
  mine([signed({ nonce: 0n, value: 5n }), signed({ nonce: 1n, value: 7n })]);
  const balance = { [contracts.reader]: { code: `0x73${bob.slice(2)}315f5260205ff3` } };
  const at = (transactionIndex?: number) =>
    result('eth_callMany', [{ transactions: [count] }], { blockNumber: '0x1', transactionIndex }, balance);
  assert.deepEqual(await at(0), [[value(before)]]);
  assert.deepEqual(await at(1), [[value(before + 5n)]]);
  assert.deepEqual(await at(2), [[value(before + 12n)]]);
  assert.deepEqual(await at(-1), [[value(before + 12n)]]);
  assert.deepEqual(await at(), [[value(before + 12n)]]);
  const one = [{ transactions: [count] }];
  assert.equal(
    await fault('eth_callMany', one, { blockNumber: '0x1', transactionIndex: 3 }),
    '-32000 transactionIndex is 3: the block has 2 transactions',
  );
  assert.equal(
    await fault('eth_callMany', one, { blockNumber: 'pending', transactionIndex: 0 }),
    '-32000 transactionIndex is for a block of the chain',
  );
});

test('a call that fails has its error, and the others run', async () => {
  const { result, fault } = createEvmInterface(generous);
  const transactions = [{ ...count, data: '0x09' }, { to: contracts.spinner, gas: '0x7530' }, count];
  assert.deepEqual(await result('eth_callMany', [{ transactions }], latest), [
    [{ error: { message: 'execution reverted', data: '0x09' } }, { error: 'out of gas' }, value(0x2a)],
  ]);
  const poor = [{ transactions: [{ ...count, from: contracts.reader, value: '0x1' }] }];
  assert.match(await fault('eth_callMany', poor, latest), /^-32000 .*insufficient funds/);
});

test('errors name the limits', async () => {
  const { fault } = createEvmInterface({ maxTraceBytes: 100, evmTimeoutMs: 0, gasCap: 0n });
  const many = (length: number) => [{ transactions: Array(length).fill(count) }];
  assert.equal(
    await fault('eth_callMany', many(257), latest),
    '-32602 invalid argument 0: transactions: more than 256 items',
  );
  const split = Array(257).fill({ transactions: [count] });
  assert.equal(await fault('eth_callMany', split, latest), '-32602 invalid argument 0: more than 256 items');
  const halves = [many(200), many(200)].flat();
  assert.equal(await fault('eth_callMany', halves, latest), '-32602 invalid argument 0: more than 256 calls');
  assert.equal(
    await fault('eth_callMany', many(4), latest),
    '-32005 the outputs are larger than json-rpc.max-trace-bytes (100)',
  );
  const endless = [{ transactions: [{ to: contracts.spinner }] }];
  assert.equal(await fault('eth_callMany', endless, latest, {}, 50), '-32000 execution aborted (timeout = 0.05s)');
});

test('debug_traceCallMany traces each call', async () => {
  const { result } = createEvmInterface(generous);
  const config = { tracer: 'callTracer', stateOverrides: counting };
  const bundles = [{ transactions: [{ ...count, from: alice }] }, { transactions: [count] }];
  const traces = (await result('debug_traceCallMany', bundles, latest, config)) as { from: string; output: string }[][];
  assert.deepEqual(
    traces.map((bundle) => bundle.map(({ output }) => output)),
    [[`0x${digits(0x2b)}`], [`0x${digits(0x2c)}`]],
  );
  assert.equal(traces[0]?.[0]?.from, alice);
});
