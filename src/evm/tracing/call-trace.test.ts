import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bigintToFixedBytes, concatBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { assemble, type Part } from '../../testing/evm/assemble.ts';
import { address, contract, sender } from '../../testing/evm/harness.ts';
import { call, ledger, natives } from '../testing/native-contracts.ts';
import { createTraceHarness, shown } from '../testing/trace-harness.ts';

const callee = address(0xca11ee);
const other = address(0x07e4);

/** Calls `to` with `value` wei and 100,000 gas, with four bytes 0xaabbccdd as input. */
function callTo(to: string, value = 0): readonly Part[] {
  return [0xaabbccdd, 0, 'MSTORE', 0, 0, 4, 28, value, BigInt(to), 100_000, 'CALL', 'POP'];
}

/** Puts what is no longer than a word at the start of memory, and ends with it. */
function endWith(instruction: 'RETURN' | 'REVERT', data: Uint8Array): readonly Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < data.length; at += 32) {
    const word = new Uint8Array(32);
    word.set(data.subarray(at, at + 32));
    parts.push(concatBytes(Uint8Array.of(0x7f), word), at, 'MSTORE');
  }
  return [...parts, data.length, 0, instruction];
}

/** The encoding of Error(text). */
function errorData(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  const words = [32n, BigInt(bytes.length)].map((value) => bigintToFixedBytes(value, 32));
  const padded = new Uint8Array(32);
  padded.set(bytes);
  return concatBytes(fromHex('0x08c379a0'), ...words, padded);
}

test('callTracer shows the tree of calls with gas, input, output and value', () => {
  const harness = createTraceHarness();
  harness.put(contract, {
    code: assemble(...callTo(callee, 5), ...endWith('RETURN', Uint8Array.of(7))),
    balance: 9n,
    nonce: 1n,
  });
  harness.put(callee, { code: assemble(...endWith('RETURN', Uint8Array.of(1, 2))), nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: {} }, { data: Uint8Array.of(0xab) }));
  assert.deepEqual(trace, {
    from: sender,
    gas: '0xf9448',
    gasUsed: '0x76a0',
    to: contract,
    input: '0xab',
    output: '0x07',
    calls: [
      {
        from: contract,
        gas: '0x18f9c',
        gasUsed: '0x12',
        to: callee,
        input: '0xaabbccdd',
        output: '0x0102',
        value: '0x5',
        type: 'CALL',
      },
    ],
    value: '0x0',
    type: 'CALL',
  });
});

test('callTracer shows how each call failed, and why it reverted', () => {
  const harness = createTraceHarness();
  const reverting = address(0x4e7);
  harness.put(contract, { code: assemble(...callTo(callee), ...callTo(reverting), ...callTo(other, 1)), nonce: 1n });
  harness.put(callee, { code: assemble('INVALID'), nonce: 1n });
  harness.put(reverting, { code: assemble(...endWith('REVERT', errorData('no more'))), nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: {} }));
  assert.ok(trace !== null && typeof trace === 'object' && 'calls' in trace && Array.isArray(trace.calls));
  const failures = trace.calls.map(({ to, error, revertReason, output, gas, gasUsed }) => ({
    to,
    error,
    revertReason,
    output,
    usesAll: gas === gasUsed,
  }));
  const data = `0x${Buffer.from(errorData('no more')).toString('hex')}`;
  assert.deepEqual(failures, [
    { to: callee, error: 'invalid opcode: INVALID', revertReason: undefined, output: undefined, usesAll: true },
    { to: reverting, error: 'execution reverted', revertReason: 'no more', output: data, usesAll: false },
    {
      to: other,
      error: 'insufficient balance for transfer',
      revertReason: undefined,
      output: undefined,
      usesAll: false,
    },
  ]);
});

test('callTracer leaves out the value of static calls and the address of failed creations', () => {
  const harness = createTraceHarness();
  const create = [1, 31, 0, 'CREATE', 'POP'] as const; // the init code is one byte
  const code = assemble(
    0,
    0,
    0,
    0,
    BigInt(callee),
    'GAS',
    'STATICCALL',
    0xfe,
    0,
    'MSTORE',
    ...create,
    0,
    0,
    'MSTORE',
    ...create,
  );
  harness.put(contract, { code, nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: {} }, { gas: 10_000_000n }));
  assert.ok(trace !== null && typeof trace === 'object' && 'calls' in trace && Array.isArray(trace.calls));
  const [staticCall, failed, created] = trace.calls;
  assert.equal(staticCall.type, 'STATICCALL');
  assert.equal('value' in staticCall, false);
  assert.deepEqual([failed.type, failed.error, 'to' in failed], ['CREATE', 'invalid opcode: INVALID', false]);
  assert.deepEqual([created.type, created.value, typeof created.to], ['CREATE', '0x0', 'string']);
});

test('callTracer with onlyTopCall shows one frame', () => {
  const harness = createTraceHarness();
  harness.put(contract, { code: assemble(...callTo(callee)), nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: { onlyTopCall: true } }));
  assert.ok(trace !== null && typeof trace === 'object' && !('calls' in trace));
});

test('callTracer shows the logs of native modules in the frames of their calls', () => {
  const harness = createTraceHarness(natives);
  harness.put(contract, { code: assemble(...call('CALL', ledger), ...call('CALL', ledger, 1)), nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: { withLog: true } }));
  assert.ok(trace !== null && typeof trace === 'object' && 'calls' in trace && Array.isArray(trace.calls));
  const [kept, reverted] = trace.calls;
  assert.deepEqual(kept.logs, [{ address: ledger, topics: [], data: '0x00', position: '0x0', index: '0x0' }]);
  assert.equal('logs' in reverted, false);
});

test('callTracer shows logs with their position, and none of failed calls', () => {
  const harness = createTraceHarness();
  const log = [0xee, 0, 'MSTORE8', 5, 1, 0, 'LOG1'] as const;
  harness.put(contract, { code: assemble(...callTo(callee), ...log, ...callTo(other)), nonce: 1n });
  harness.put(callee, { code: assemble(...log), nonce: 1n });
  harness.put(other, { code: assemble(...log, 'INVALID'), nonce: 1n });
  const trace = shown(harness.trace({ tracer: 'callTracer', options: { withLog: true } }));
  assert.ok(trace !== null && typeof trace === 'object' && 'calls' in trace && Array.isArray(trace.calls));
  const topic = `0x${'00'.repeat(31)}05`;
  assert.deepEqual(trace.logs, [{ address: contract, topics: [topic], data: '0xee', position: '0x1', index: '0x1' }]);
  const [kept, failed] = trace.calls;
  assert.deepEqual(kept.logs, [{ address: callee, topics: [topic], data: '0xee', position: '0x0', index: '0x0' }]);
  assert.equal('logs' in failed, false);
});

test('4byteTracer counts functions with the length of their arguments, but no precompiles', () => {
  const identity = address(4);
  const harness = createTraceHarness({
    [identity]: {
      name: 'identity',
      stateful: false,
      gas: () => 15n,
      run: (input) => input,
    },
  });
  harness.put(contract, { code: assemble(...callTo(callee), ...callTo(other), ...callTo(identity)), nonce: 1n });
  const trace = harness.trace({ tracer: '4byteTracer' }, { data: fromHex('0x0102030405') });
  assert.deepEqual(trace, { '0x01020304-1': 1, '0xaabbccdd-0': 2 });
});

test('flatCallTracer lists calls with their place, without those of precompiles', () => {
  const identity = address(4);
  const natives = {
    [identity]: { name: 'identity', stateful: false, gas: () => 15n, run: () => undefined } as const,
  };
  const harness = createTraceHarness(natives);
  harness.put(contract, {
    code: assemble(...callTo(identity), ...callTo(callee), 0, 'SELFDESTRUCT'),
    nonce: 1n,
    balance: 3n,
  });
  harness.put(callee, { code: assemble(0, 0, 0, 'CREATE', ...endWith('REVERT', Uint8Array.of(1))), nonce: 1n });
  const rows = (options: object) => {
    const trace = shown(harness.trace({ tracer: 'flatCallTracer', options }));
    assert.ok(Array.isArray(trace));
    return trace.map(({ type, traceAddress, subtraces, error, action }) => [
      type,
      traceAddress,
      subtraces,
      error,
      action.to,
    ]);
  };
  const snapshot = harness.state.snapshot();
  assert.deepEqual(rows({ convertParityErrors: true }), [
    ['call', [], 2, undefined, contract],
    ['call', [0], 1, 'Reverted', callee],
    ['create', [0, 0], 0, undefined, undefined],
    ['suicide', [1], 0, undefined, undefined],
  ]);
  harness.state.revert(snapshot);
  assert.deepEqual(
    rows({ includePrecompiles: true }).map(([, place, , error]) => [place, error]),
    [
      [[], undefined],
      [[0], 'precompile failure'],
      [[1], 'execution reverted'],
      [[1, 0], undefined],
      [[2], undefined],
    ],
  );
});

test('flatCallTracer shows what each kind of frame does and where the transaction stands', () => {
  const harness = createTraceHarness();
  const code = assemble(0, 0, 0, 0, 'CREATE2', 0, 'SELFDESTRUCT');
  harness.put(contract, { code, nonce: 1n, balance: 3n });
  harness.put(sender, { balance: 2n });
  const position = {
    blockHash: `0x${'ab'.repeat(32)}`,
    blockNumber: 8n,
    transactionHash: `0x${'cd'.repeat(32)}`,
    transactionIndex: 2,
    nextLogIndex: 0,
  } as never;
  const trace = shown(harness.trace({ tracer: 'flatCallTracer', options: {} }, { value: 2n }, { position }));
  assert.ok(Array.isArray(trace));
  const [call, create, destruct] = trace;
  assert.deepEqual(call.action, {
    callType: 'call',
    from: sender,
    gas: '0xf9448',
    input: '0x',
    to: contract,
    value: '0x2',
  });
  assert.deepEqual([call.blockNumber, call.transactionPosition], [8n, 2]);
  assert.deepEqual([call.blockHash, call.transactionHash], [`0x${'ab'.repeat(32)}`, `0x${'cd'.repeat(32)}`]);
  assert.equal(create.action.creationMethod, 'create2');
  assert.deepEqual(Object.keys(create.result), ['address', 'code', 'gasUsed']);
  assert.deepEqual(destruct.action, { address: contract, balance: '0x5', refundAddress: address(0) });
  assert.equal('result' in destruct, false);
});
