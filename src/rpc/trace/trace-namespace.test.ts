import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zeroHash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { alice, bob, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type CallTrace = {
  action: Record<string, string>;
  result: Record<string, string> | null;
  error?: string;
  type: string;
  traceAddress: number[];
  subtraces: number;
  transactionPosition?: number;
  blockNumber?: number;
};
type Operation = {
  pc: number;
  cost: number;
  ex: { mem: unknown; push: string[]; store: unknown; used: number };
  sub: VmTrace | null;
};
type VmTrace = { code: string; ops: Operation[] };
type Replay = { output: string; trace: CallTrace[]; vmTrace: VmTrace | null; stateDiff: Record<string, Diff> | null };
type Diff = { balance: unknown; nonce: unknown; code: unknown; storage: Record<string, unknown> };

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const everything = ['trace', 'vmTrace', 'stateDiff'];

/** PUSH1 2a PUSH0 SSTORE; CALL reader with all gas, output to memory 0; RETURN 32 bytes */
const caller = '0x602a5f5560205f5f5f5f60c15af15060205ff3';
/** creates a contract with that code */
function creation(code: string): string {
  const length = (code.length - 2) / 2;
  return `0x60${length.toString(16).padStart(2, '0')}80600a5f395ff300${code.slice(2)}`;
}

function filled() {
  const node = createEvmInterface();
  const create = signed({
    nonce: 0n,
    to: undefined,
    value: 0n,
    gasLimit: 300_000n,
    data: Buffer.from(creation(caller).slice(2), 'hex'),
  });
  const created = node.mine([create]).receipts[0]?.contractAddress;
  assert.ok(created !== undefined);
  const call = signed({ nonce: 1n, to: created, value: 0n });
  const pay = signed({ nonce: 2n, to: bob, value: 5n });
  const fail = signed({ nonce: 3n, to: contracts.reader, value: 0n, data: Uint8Array.of(9) });
  const { receipts } = node.mine([call, pay, fail]);
  return { ...node, created, create, call, pay, fail, receipts };
}

test('the calls of a block, of a transaction, and one of them', async () => {
  const { result, created, create, call, pay, fail, receipts } = filled();
  const block = (await result('trace_block', '0x2')) as CallTrace[];
  assert.deepEqual(
    block.map(({ type, action, traceAddress, transactionPosition, subtraces }) => [
      type,
      action.callType,
      action.to,
      traceAddress,
      transactionPosition,
      subtraces,
    ]),
    [
      ['call', 'call', created, [], 0, 1],
      ['call', 'call', contracts.reader, [0], 0, 0],
      ['call', 'call', bob, [], 1, 0],
      ['call', 'call', contracts.reader, [], 2, 0],
    ],
  );
  // without the intrinsic cost, as OpenEthereum, Erigon and anvil have it: a plain transfer executes nothing
  assert.equal(BigInt(block[0]?.result?.gasUsed ?? 0), (receipts[0]?.gasUsed ?? 0n) - 21_000n);
  assert.equal(BigInt(block[0]?.action.gas ?? 0), call.gasLimit - 21_000n);
  assert.equal(block[2]?.result?.gasUsed, '0x0');
  assert.equal(block[1]?.result?.output, word(0x2a));
  assert.equal(block[3]?.error, 'Reverted');
  assert.deepEqual(await result('trace_transaction', call.hash), block.slice(0, 2));
  assert.deepEqual(await result('trace_transaction', pay.hash), block.slice(2, 3));
  assert.deepEqual(await result('trace_get', call.hash, ['0x0']), block[1]);
  assert.deepEqual(await result('trace_get', call.hash, []), block[0]);
  assert.equal(await result('trace_get', fail.hash, ['0x0']), null);
  const [made] = (await result('trace_transaction', create.hash)) as CallTrace[];
  assert.deepEqual([made?.type, made?.result?.address, made?.result?.code], ['create', created, caller]);
  assert.deepEqual(await result('trace_block', '0x0'), []);
  assert.equal(await result('trace_transaction', zeroHash), null);
});

test('calls are found by their addresses', async () => {
  const { result, fault, created, mine } = filled();
  const find = async (filter: object) =>
    ((await result('trace_filter', { fromBlock: '0x0', toBlock: 'latest', ...filter })) as CallTrace[]).map(
      ({ blockNumber, transactionPosition, traceAddress }) => [blockNumber, transactionPosition, traceAddress],
    );
  const ofAlice = [
    [1, 0, []],
    [2, 0, []],
    [2, 1, []],
    [2, 2, []],
  ];
  assert.deepEqual(await find({ fromAddress: [alice] }), ofAlice);
  assert.deepEqual(await find({ toAddress: [created] }), ofAlice.slice(0, 2));
  assert.deepEqual(await find({ fromAddress: [created] }), [[2, 0, [0]]]);
  assert.deepEqual(await find({ fromAddress: [created], toAddress: [bob] }), [
    [2, 0, [0]],
    [2, 1, []],
  ]);
  assert.deepEqual(await find({ fromAddress: [alice], toAddress: [bob], mode: 'intersection' }), [[2, 1, []]]);
  assert.deepEqual(await find({ fromAddress: [alice], after: 1, count: 2 }), ofAlice.slice(1, 3));
  assert.equal((await find({})).length, 5);
  for (let count = 0; count < 9; count++) mine();
  const words = '-32005 12 blocks to trace: json-rpc.max-trace-blocks is 10';
  assert.equal(await fault('trace_filter', { fromBlock: '0x0' }), words);
  assert.match(await fault('trace_filter', { fromBlock: '0x3', toBlock: '0x1' }), /^-32602 invalid block range/);
  assert.equal(await fault('trace_filter', { fromBlock: '0x99' }), '-32000 header not found');
});

test('a replay shows what each instruction did, and what changed', async () => {
  const { result, created, call, receipts } = filled();
  const replay = (await result('trace_replayTransaction', call.hash, everything)) as Replay;
  assert.equal(replay.output, word(0x2a));
  assert.equal(replay.trace.length, 2);
  const { vmTrace, stateDiff } = replay;
  assert.ok(vmTrace !== null && stateDiff !== null);
  assert.equal(vmTrace.code, caller);
  type Log = { pc: number; gasCost: number; gas: number };
  const { structLogs } = (await result('debug_traceTransaction', call.hash)) as {
    structLogs: (Log & { depth: number })[];
  };
  const outer = structLogs.filter(({ depth }) => depth === 1);
  assert.deepEqual(
    vmTrace.ops.map(({ pc, cost }) => [pc, cost]),
    outer.map(({ pc, gasCost }) => [pc, gasCost]),
  );
  assert.deepEqual(
    vmTrace.ops.slice(0, -1).map(({ ex }) => ex.used),
    outer.slice(1).map(({ gas }) => gas),
  );
  const [push, zero, store] = vmTrace.ops;
  assert.deepEqual([push?.ex.push, zero?.ex.push], [['0x2a'], ['0x0']]);
  assert.deepEqual(store?.ex.store, { key: '0x0', val: '0x2a' });
  const inner = vmTrace.ops.find(({ sub }) => sub !== null);
  assert.deepEqual(inner?.ex.mem, { off: 0, data: word(0x2a) });
  assert.deepEqual(inner?.ex.push, ['0x1']);
  assert.equal(inner?.sub?.code, await result('eth_getCode', contracts.reader));
  assert.deepEqual(stateDiff[created], {
    balance: '=',
    code: '=',
    nonce: '=',
    storage: { [word(0)]: { '*': { from: word(0), to: word(0x2a) } } },
  });
  assert.deepEqual(stateDiff[alice]?.nonce, { '*': { from: '0x1', to: '0x2' } });
  const before = BigInt(String(await result('eth_getBalance', alice, '0x1')));
  const fee = (receipts[0]?.gasUsed ?? 0n) * (receipts[0]?.effectiveGasPrice ?? 0n);
  assert.deepEqual(stateDiff[alice]?.balance, { '*': { from: quantity(before), to: quantity(before - fee) } });
  const all = (await result('trace_replayBlockTransactions', '0x2', everything)) as (Replay & {
    transactionHash: string;
  })[];
  assert.equal(all.length, 3);
  assert.deepEqual(all[0], { transactionHash: call.hash, ...replay });
});

test('calls are executed on the state after earlier ones, and nothing is kept', async () => {
  const { result, created } = filled();
  const request = { from: alice, to: created, gas: '0x30000' };
  const set = { from: bob, data: creation(caller), gas: '0x50000' };
  const single = (await result('trace_call', set, everything)) as Replay;
  const made = single.trace[0]?.result?.address ?? '';
  assert.deepEqual(single.stateDiff?.[made], {
    balance: { '+': '0x0' },
    code: { '+': caller },
    nonce: { '+': '0x1' },
    storage: {},
  });
  const many = (await result('trace_callMany', [
    [set, ['trace']],
    [{ ...request, to: made }, ['trace', 'vmTrace']],
  ])) as Replay[];
  assert.deepEqual(
    many.map(({ output, stateDiff }) => [output, stateDiff]),
    [
      [caller, null],
      [word(0x2a), null],
    ],
  );
  assert.equal(many[1]?.vmTrace?.code, caller);
  assert.equal(await result('eth_getCode', made), '0x');
  const raw = toHex(signed({ nonce: 4n, to: bob, value: 9n }).raw);
  const { trace, stateDiff } = (await result('trace_rawTransaction', raw, ['trace', 'stateDiff'])) as Replay;
  assert.deepEqual(trace[0]?.action.value, '0x9');
  const [from, to] = [await result('eth_getBalance', bob), BigInt(String(await result('eth_getBalance', bob))) + 9n];
  assert.deepEqual(stateDiff?.[bob]?.balance, { '*': { from, to: quantity(to) } });
});

test('traces have limits', async () => {
  const { result, fault } = createEvmInterface({ gasCap: 0n, maxTraceBytes: 100_000 });
  const spin = { to: contracts.spinner, gas: '0xf4240' };
  assert.match(
    await fault('trace_call', spin, ['vmTrace']),
    /^-32005 the trace is larger than json-rpc.max-trace-bytes/,
  );
  const [halted] = ((await result('trace_call', spin, ['trace'])) as Replay).trace;
  assert.deepEqual([halted?.error, halted?.result], ['Out of gas', null]);
  const destroying = { data: '0x5fff' }; // SELFDESTRUCT in its own creation
  const destroyed = ((await result('trace_call', destroying, ['trace'])) as Replay).trace[1];
  assert.deepEqual([destroyed?.type, destroyed?.result], ['suicide', null]);
  assert.match(await fault('trace_call', spin, ['gas']), /^-32602 .*must be of trace, vmTrace, stateDiff/);
  assert.equal(await fault('trace_replayTransaction', zeroHash, []), '-32000 transaction not found');
  assert.equal(await fault('trace_block', 'pending'), '-32000 tracing the pending block is not supported');
});
