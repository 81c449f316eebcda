import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble, type Part } from '../../testing/evm/assemble.ts';
import { address, contract } from '../../testing/evm/harness.ts';
import { createTraceHarness, intrinsicGas, shown } from '../testing/trace-harness.ts';
import type { TraceValue } from './trace.ts';

const callee = address(0xca11ee);
const word = (digits: string) => `0x${digits.padStart(64, '0')}`;

type Entry = Record<string, TraceValue>;

/** Runs the code and gives the logged instructions. */
function stepsOf(code: Uint8Array, options = {}, gas = 1_000_000n, calleeCode = assemble('STOP')): Entry[] {
  const harness = createTraceHarness();
  harness.put(contract, { code, nonce: 1n, balance: 5n, storage: { 1: 0xaan } });
  harness.put(callee, { code: calleeCode, nonce: 1n });
  const trace = shown(harness.trace({ tracer: undefined, options }, { gas }));
  assert.ok(trace !== null && typeof trace === 'object' && 'structLogs' in trace && Array.isArray(trace.structLogs));
  return trace.structLogs;
}

/** The steps of one opcode, each with the requested members. */
function membersOf(steps: readonly Entry[], op: string, ...members: readonly string[]) {
  return steps.filter((step) => step.op === op).map((step) => members.map((member) => step[member]));
}

test('every instruction is shown with pc, gas, cost, depth and stack', () => {
  assert.deepEqual(stepsOf(assemble(2, 3, 'ADD', 'POP', 'STOP'), {}, 1000n), [
    { pc: 0, op: 'PUSH1', gas: 1000n, gasCost: 3n, depth: 1, stack: [] },
    { pc: 2, op: 'PUSH1', gas: 997n, gasCost: 3n, depth: 1, stack: ['0x2'] },
    { pc: 4, op: 'ADD', gas: 994n, gasCost: 3n, depth: 1, stack: ['0x2', '0x3'] },
    { pc: 5, op: 'POP', gas: 991n, gasCost: 2n, depth: 1, stack: ['0x5'] },
    { pc: 6, op: 'STOP', gas: 989n, gasCost: 0n, depth: 1, stack: [] },
  ]);
});

test('the result has gas, failure and the returned data', () => {
  const whole = (...parts: readonly Part[]) => {
    const harness = createTraceHarness();
    harness.put(contract, { code: assemble(...parts), nonce: 1n });
    const trace = shown(harness.trace({ tracer: undefined, options: { limit: 1 } }, { gas: 1000n }));
    return trace !== null && typeof trace === 'object' ? { ...trace, structLogs: undefined } : undefined;
  };
  const end = [0xee, 0, 'MSTORE8', 1, 0] as const;
  const common = { gas: intrinsicGas + 18n, structLogs: undefined };
  assert.deepEqual(whole(...end, 'RETURN'), { ...common, failed: false, returnValue: '0xee' });
  assert.deepEqual(whole(...end, 'REVERT'), { ...common, failed: true, returnValue: '0xee' });
  assert.deepEqual(whole(...end, 'INVALID'), { ...common, gas: intrinsicGas + 1000n, failed: true, returnValue: '0x' });
});

test('costs include what depends on memory, storage and warmth', () => {
  const steps = stepsOf(
    assemble(
      0,
      'MLOAD',
      'POP',
      0x400,
      'MLOAD',
      'POP',
      1,
      'SLOAD',
      'POP',
      1,
      'SLOAD',
      'POP',
      7,
      1,
      'SSTORE',
      0,
      1,
      'SSTORE',
      0,
      0,
      'RETURN',
    ),
  );
  assert.deepEqual(membersOf(steps, 'MLOAD', 'gasCost'), [[6n], [101n]]);
  assert.deepEqual(membersOf(steps, 'SLOAD', 'gasCost'), [[2100n], [100n]]);
  assert.deepEqual(membersOf(steps, 'SSTORE', 'gasCost', 'refund'), [
    [2900n, undefined],
    [100n, undefined],
  ]);
  assert.deepEqual(membersOf(steps, 'RETURN', 'gasCost', 'refund'), [[0n, 4800n]]);
});

test('the cost of a call includes the gas it hands over, that of a creation does not', () => {
  const callParts = (value: number, gas: number) => [0, 0, 0, 0, value, BigInt(callee), gas, 'CALL', 'POP'] as const;
  const calls = stepsOf(
    assemble(...callParts(0, 5000), ...callParts(0, 5000), ...callParts(1, 5000)),
    {},
    100_000n,
    assemble(1, 'POP'),
  );
  assert.deepEqual(membersOf(calls, 'CALL', 'gasCost'), [[7600n], [5100n], [14_100n]]);
  assert.deepEqual(
    calls.filter(({ depth }) => depth === 2).map(({ op, gas }) => [op, gas]),
    [5000n, 5000n, 7300n].flatMap((gas) => [
      ['PUSH1', gas],
      ['POP', gas - 3n],
      ['STOP', gas - 5n],
    ]),
  );
  // the init code returns one byte: 200 gas for keeping it
  const initCode = assemble(1, 0, 'RETURN');
  const create = assemble(
    BigInt(`0x${Buffer.from(initCode).toString('hex')}`),
    0,
    'MSTORE',
    initCode.length,
    32 - initCode.length,
    0,
    'CREATE',
    'POP',
  );
  const steps = stepsOf(create);
  assert.deepEqual(membersOf(steps, 'CREATE', 'gasCost'), [[32_002n]]);
  assert.deepEqual(membersOf(steps, 'RETURN', 'gasCost'), [[3n]]);
});

test('a failing instruction carries the error', () => {
  const lastOf = (gas: bigint, ...parts: readonly Part[]) => {
    const { op, gasCost, error } = stepsOf(assemble(...parts), {}, gas).at(-1) ?? {};
    return [op, gasCost, error];
  };
  const pushes = Array.from({ length: 1025 }, () => 0);
  assert.deepEqual(lastOf(1000n, 'INVALID'), ['INVALID', 0n, 'invalid opcode: INVALID']);
  assert.deepEqual(lastOf(1000n, Uint8Array.of(0x0c)), [
    'opcode 0xc not defined',
    0n,
    'invalid opcode: opcode 0xc not defined',
  ]);
  assert.deepEqual(lastOf(1000n, 1, 'ADD'), ['ADD', 3n, 'stack underflow (1 <=> 2)']);
  assert.deepEqual(lastOf(10_000n, ...pushes), ['PUSH1', 3n, 'stack limit reached 1024 (1023)']);
  assert.deepEqual(lastOf(1000n, 3, 'JUMP'), ['JUMP', 8n, 'invalid jump destination']);
  assert.deepEqual(lastOf(4n, 1, 1), ['PUSH1', 3n, 'out of gas']);
  assert.deepEqual(lastOf(1000n, 0, 0, 'REVERT'), ['REVERT', 0n, undefined]);
});

test('a failing call shows the error at its own last instruction', () => {
  const steps = stepsOf(
    assemble(0, 0, 0, 0, 0, BigInt(callee), 5000, 'CALL', 'POP'),
    {},
    100_000n,
    assemble('INVALID'),
  );
  assert.deepEqual(
    steps.filter(({ error }) => error !== undefined).map(({ op, depth }) => [op, depth]),
    [['INVALID', 2]],
  );
  assert.deepEqual(membersOf(steps, 'CALL', 'gasCost'), [[7600n]]);
});

test('slots appear where they are used, with all of the contract so far', () => {
  const steps = stepsOf(assemble(1, 'SLOAD', 'POP', 7, 2, 'SSTORE', 2, 'SLOAD', 'POP'));
  assert.deepEqual(membersOf(steps, 'SLOAD', 'storage'), [
    [{ [word('1')]: word('aa') }],
    [{ [word('1')]: word('aa'), [word('2')]: word('7') }],
  ]);
  assert.deepEqual(membersOf(steps, 'SSTORE', 'storage'), [[{ [word('1')]: word('aa'), [word('2')]: word('7') }]]);
  assert.equal(steps.filter(({ storage }) => storage !== undefined).length, 3);
});

test('options add memory and return data, leave out stack and storage, and end the log', () => {
  const code = assemble(0, 0, 0, 0, 0, BigInt(callee), 5000, 'CALL', 'POP', 5, 0, 'MSTORE', 1, 'SLOAD');
  const calleeCode = assemble(0xee, 0, 'MSTORE8', 1, 0, 'RETURN');
  const all = stepsOf(code, { enableMemory: true, enableReturnData: true }, 100_000n, calleeCode);
  assert.deepEqual(membersOf(all, 'SLOAD', 'memory', 'returnData'), [[[word('5')], '0xee']]);
  assert.deepEqual([all[0]?.memory, all[0]?.returnData], [undefined, undefined]);
  const bare = stepsOf(code, { disableStack: true, disableStorage: true }, 100_000n, calleeCode);
  assert.ok(bare.every((step) => !('stack' in step || 'storage' in step || 'memory' in step || 'returnData' in step)));
  const short = stepsOf(code, { limit: 3 });
  assert.deepEqual(
    short.map(({ pc, gasCost }) => [pc, gasCost]),
    [
      [0, 3n],
      [2, 3n],
      [4, 3n],
    ],
  );
});
