import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBlockFromRLP } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { zeroHash } from '../../primitives/hash.ts';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Frame = { from: string; to: string; type: string; output?: string; error?: string; logs?: unknown[] };
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

test('a transaction is traced on the state after the transactions before it', async () => {
  const { mine, result } = createEvmInterface();
  // the first creates a contract that returns its own balance, the second pays it, the third calls it
  const code = Uint8Array.from([
    0x67, 0x30, 0x31, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3, 0x5f, 0x52, 0x60, 0x08, 0x60, 0x18, 0xf3,
  ]);
  const create = signed({ nonce: 0n, to: undefined, data: code, gasLimit: 200_000n, value: 0n });
  const created = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
  const to = created as typeof contracts.reader;
  const pay = signed({ nonce: 1n, to, value: 5n });
  const call = signed({ nonce: 2n, to, value: 2n });
  mine([create, pay, call]);
  const frame = (await result('debug_traceTransaction', call.hash, { tracer: 'callTracer' })) as Frame;
  assert.deepEqual([frame.type, frame.from, frame.to, frame.output], ['CALL', alice, created, word(7)]);
  const traces = (await result('debug_traceBlockByNumber', 'latest', { tracer: 'callTracer' })) as {
    txHash: string;
    result: Frame;
  }[];
  assert.deepEqual(
    traces.map(({ txHash }) => txHash),
    [create, pay, call].map(({ hash }) => hash),
  );
  assert.deepEqual(traces.at(2)?.result, frame);
  assert.equal(traces[0]?.result.type, 'CREATE');
});

test('the instructions of a call, as the specification has them', async () => {
  const { mine, result } = createEvmInterface();
  const tx = signed({ nonce: 0n, to: contracts.reader, value: 0n });
  const { receipts } = mine([tx]);
  const trace = (await result('debug_traceTransaction', tx.hash)) as {
    gas: number;
    failed: boolean;
    returnValue: string;
    structLogs: { op: string }[];
  };
  assert.deepEqual([BigInt(trace.gas), trace.failed, trace.returnValue], [receipts[0]?.gasUsed, false, word(0x2a)]);
  assert.deepEqual(
    trace.structLogs.map(({ op }) => op),
    [
      'CALLDATASIZE',
      'ISZERO',
      'PUSH1',
      'JUMPI',
      'JUMPDEST',
      'PUSH0',
      'SLOAD',
      'PUSH0',
      'MSTORE',
      'PUSH1',
      'PUSH0',
      'RETURN',
    ],
  );
  const limited = (await result('debug_traceTransaction', tx.hash, { limit: 3 })) as typeof trace;
  assert.equal(limited.structLogs.length, 3);
});

test('failed transactions are traced like others', async () => {
  const { mine, result } = createEvmInterface();
  const reverted = signed({ nonce: 0n, to: contracts.reader, data: Uint8Array.of(9) });
  const exhausted = signed({ nonce: 1n, to: contracts.spinner });
  mine([reverted, exhausted]);
  const frames = (await result('debug_traceBlockByNumber', '0x1', { tracer: 'callTracer' })) as { result: Frame }[];
  assert.deepEqual(
    frames.map(({ result: { error } }) => error),
    ['execution reverted', 'out of gas'],
  );
});

test('what changed, and who was called with what', async () => {
  const { mine, result } = createEvmInterface();
  const tx = signed({ nonce: 0n, value: 5n });
  mine([tx]);
  type Diff = { pre: Record<string, { balance: string }>; post: Record<string, { nonce?: number; balance?: string }> };
  const diff = (await result('debug_traceTransaction', tx.hash, {
    tracer: 'prestateTracer',
    tracerConfig: { diffMode: true },
  })) as Diff;
  assert.equal(BigInt(diff.post[bob]?.balance ?? 0) - BigInt(diff.pre[bob]?.balance ?? 0), 5n);
  assert.equal(diff.post[alice]?.nonce, 1);
  const flat = (await result('debug_traceTransaction', tx.hash, { tracer: 'flatCallTracer' })) as {
    transactionHash: string;
  }[];
  assert.equal(flat[0]?.transactionHash, tx.hash);
  assert.deepEqual(await result('debug_traceTransaction', tx.hash, { tracer: '4byteTracer' }), {});
});

test('several tracers watch one execution, or none does', async () => {
  const { mine, result } = createEvmInterface();
  const tx = signed({ nonce: 0n, to: contracts.logger });
  mine([tx]);
  const configs = { callTracer: { withLog: true }, prestateTracer: { diffMode: true }, '4byteTracer': null };
  const together = await result('debug_traceTransaction', tx.hash, { tracer: 'muxTracer', tracerConfig: configs });
  const alone = Object.entries(configs).map(async ([tracer, tracerConfig]) => [
    tracer,
    await result('debug_traceTransaction', tx.hash, { tracer, tracerConfig }),
  ]);
  assert.deepEqual(together, Object.fromEntries(await Promise.all(alone)));
  assert.deepEqual(await result('debug_traceTransaction', tx.hash, { tracer: 'noopTracer' }), {});
});

test('instructions are counted', async () => {
  const { mine, result } = createEvmInterface();
  const tx = signed({ nonce: 0n, to: contracts.reader, value: 0n });
  mine([tx]);
  const trace = (tracer: string) => result('debug_traceTransaction', tx.hash, { tracer });
  assert.equal(await trace('opcountTracer'), 12);
  const unigrams = {
    CALLDATASIZE: 1,
    ISZERO: 1,
    PUSH1: 2,
    JUMPI: 1,
    JUMPDEST: 1,
    PUSH0: 3,
    SLOAD: 1,
    MSTORE: 1,
    RETURN: 1,
  };
  assert.deepEqual(await trace('unigramTracer'), unigrams);
  const bigrams = (await trace('bigramTracer')) as Record<string, number>;
  assert.deepEqual([Object.keys(bigrams).length, bigrams['PUSH0-SLOAD'], bigrams['PUSH1-PUSH0']], [11, 1, 1]);
  const trigrams = (await trace('trigramTracer')) as Record<string, number>;
  assert.deepEqual([Object.keys(trigrams)[0], trigrams['PUSH0-SLOAD-PUSH0']], ['--ISZERO', 1]);
  assert.deepEqual(await trace('noopTracerLegacy'), {});
});

test('in a block a tracer that go-ethereum has in JavaScript fails for its transaction alone', async () => {
  const { mine, result, fault } = createEvmInterface({ gasCap: 0n });
  const slow = signed({ nonce: 0n, to: contracts.spinner, gasLimit: 3_000_000n });
  const fast = signed({ nonce: 1n });
  mine([slow, fast]);
  const aborted = 'execution aborted (timeout = 0.0005s)';
  const timeout = '0.5ms';
  assert.deepEqual(await result('debug_traceBlockByNumber', 'latest', { tracer: 'bigramTracer', timeout }), [
    { txHash: slow.hash, error: aborted },
    { txHash: fast.hash, result: {} },
  ]);
  assert.equal(
    await fault('debug_traceBlockByNumber', 'latest', { tracer: 'callTracer', timeout }),
    `-32000 ${aborted}`,
  );
});

test('a call is traced on the state and in the block it is given', async () => {
  const { result } = createEvmInterface();
  const config = {
    tracer: 'callTracer',
    stateOverrides: { [contracts.reader]: { stateDiff: { [word(0)]: word(7) } } },
  };
  const frame = (await result('debug_traceCall', { to: contracts.reader }, 'latest', config)) as Frame;
  assert.equal(frame.output, word(7));
  const logged = { tracer: 'callTracer', tracerConfig: { withLog: true } };
  const withLog = (await result('debug_traceCall', { to: contracts.logger }, 'latest', logged)) as Frame;
  assert.equal(withLog.logs?.length, 1);
  const number = { tracer: 'callTracer', blockOverrides: { number: '0x99' } };
  assert.equal(
    ((await result('debug_traceCall', { data: '0x435f5260205ff3' }, 'latest', number)) as Frame).output,
    word(0x99),
  );
});

test('impossible traces are rejected', async () => {
  const { mine, fault } = createEvmInterface({ gasCap: 0n });
  const tx = signed({ nonce: 0n });
  mine([tx]);
  assert.equal(await fault('debug_traceTransaction', zeroHash), '-32000 transaction not found');
  assert.equal(await fault('debug_traceBlockByNumber', '0x0'), '-32000 genesis is not traceable');
  assert.equal(await fault('debug_traceBlockByNumber', '0x9'), '-32000 header not found');
  assert.equal(await fault('debug_traceBlockByNumber', 'pending'), '-32000 tracing the pending block is not supported');
  assert.equal(await fault('debug_traceBlockByHash', zeroHash), `-32000 block ${zeroHash} not found`);
  const words =
    '-32000 tracer jsTracer is not known: there are ' +
    'callTracer, flatCallTracer, prestateTracer, erc7562Tracer, 4byteTracer, noopTracer, noopTracerLegacy, ' +
    'opcountTracer, unigramTracer, bigramTracer, trigramTracer, evmdisTracer, keccak256PreimageTracer, ' +
    '4byteTracerLegacy, muxTracer';
  assert.equal(await fault('debug_traceTransaction', tx.hash, { tracer: 'jsTracer' }), words);
  const inner = { tracer: 'muxTracer', tracerConfig: { jsTracer: {} } };
  assert.equal(await fault('debug_traceTransaction', tx.hash, inner), words);
  const wrong = { tracer: 'muxTracer', tracerConfig: { callTracer: { withLog: 1 } } };
  assert.match(
    await fault('debug_traceTransaction', tx.hash, wrong),
    /^-32602 .*: tracerConfig: callTracer: withLog: /,
  );
  assert.match(
    await fault('debug_traceTransaction', tx.hash, { timeout: 'soon' }),
    /^-32602 invalid argument 1: timeout: not a duration/,
  );
  const slow = await fault('debug_traceCall', { to: contracts.spinner }, 'latest', {
    tracer: 'callTracer',
    timeout: '30ms',
  });
  assert.equal(slow, '-32000 execution aborted (timeout = 0.03s)');
  const huge = await fault('debug_traceCall', { to: contracts.spinner }, 'latest', { timeout: '30s' });
  assert.match(huge, /^-32005 the trace is larger than json-rpc.max-trace-bytes \(10000000\): set limit/);
});

test('the traces of a block are limited together', async () => {
  const { mine, result, fault } = createEvmInterface();
  mine([0n, 1n, 2n].map((nonce) => signed({ nonce, to: contracts.spinner, gasLimit: 500_000n })));
  assert.match(
    await fault('debug_traceBlockByNumber', '0x1'),
    /^-32005 the trace is larger than json-rpc.max-trace-bytes /,
  );
  const few = (await result('debug_traceBlockByNumber', '0x1', { limit: 2 })) as { result: { structLogs: [] } }[];
  assert.deepEqual(
    few.map(({ result: { structLogs } }) => structLogs.length),
    [2, 2, 2],
  );
});

test('raw blocks, headers and receipts are what other tools make of them', async () => {
  const { mine, result, fault, chain } = createEvmInterface();
  const transactions = [
    signed({ nonce: 0n }),
    signed({ type: 0, nonce: 1n, gasPrice: 10n ** 12n } as Parameters<typeof signed>[0]),
  ];
  const { block } = mine(transactions);
  const common = new Common({ chain: { ...Mainnet, chainId: 9800 }, hardfork: Hardfork.Osaka });
  const raw = fromHex(String(await result('debug_getRawBlock', 'latest')));
  const read = createBlockFromRLP(raw, { common, setHardfork: false, skipConsensusFormatValidation: true });
  assert.equal(toHex(read.hash()), block.header.hash);
  assert.equal(raw.length, block.header.size);
  assert.deepEqual(
    read.transactions.map((tx) => toHex(tx.hash())),
    transactions.map(({ hash }) => hash),
  );
  assert.equal(((await result('debug_getRawReceipts', '0x1')) as string[]).length, 2);
  assert.equal(
    await result('debug_getRawTransaction', transactions[0]?.hash),
    toHex(transactions[0]?.raw ?? new Uint8Array()),
  );
  assert.equal(await result('debug_getRawTransaction', zeroHash), '0x');
  assert.equal(await fault('debug_getRawBlock', '0x9'), '-32000 block #9 not found');
  assert.ok(String(await result('debug_getRawHeader', chain.reader.head().hash)).length > 1000);
});

test('a block given in RLP is traced when it is one of the chain', async () => {
  const { mine, result, fault } = createEvmInterface();
  mine([signed({ nonce: 0n, value: 5n })]);
  mine([signed({ nonce: 1n, value: 6n })]);
  const raw = String(await result('debug_getRawBlock', '0x1'));
  const config = { tracer: 'callTracer' };
  const traces = (await result('debug_traceBlock', raw, config)) as { result: { value: string } }[];
  assert.deepEqual(traces, await result('debug_traceBlockByNumber', '0x1', config));
  assert.equal(traces[0]?.result.value, '0x5');
  // another header, other transactions, no RLP, genesis
  const header = fromHex(raw);
  header[40] = (header[40] ?? 0) ^ 1;
  assert.match(await fault('debug_traceBlock', toHex(header)), /^-32000 block 0x[0-9a-f]{64} not found$/);
  const body = fromHex(raw);
  body[body.length - 10] = (body[body.length - 10] ?? 0) ^ 1;
  assert.match(await fault('debug_traceBlock', toHex(body)), /^-32000 the transactions are not those of block 0x/);
  assert.match(await fault('debug_traceBlock', '0x'), /^-32000 could not decode block: /);
  assert.match(await fault('debug_traceBlock', '0xc0'), /^-32000 could not decode block: /);
  const genesis = await result('debug_getRawBlock', '0x0');
  assert.equal(await fault('debug_traceBlock', genesis), '-32000 genesis is not traceable');
});

test('callTracer numbers logs as receipts do, and those of a call from 0', async () => {
  const { mine, result } = createEvmInterface();
  const log = (nonce: bigint) => signed({ nonce, to: contracts.logger });
  mine([log(0n), log(1n), log(2n)]);
  const config = { tracer: 'callTracer', tracerConfig: { withLog: true } };
  const traces = (await result('debug_traceBlockByNumber', 'latest', config)) as {
    result: { logs: { index: string }[] };
  }[];
  assert.deepEqual(
    traces.map(({ result: { logs } }) => logs.map(({ index }) => index)),
    [['0x0'], ['0x1'], ['0x2']],
  );
  const call = (await result('debug_traceCall', { to: contracts.logger }, 'latest', config)) as {
    logs: { index: string }[];
  };
  assert.equal(call.logs[0]?.index, '0x0');
});
