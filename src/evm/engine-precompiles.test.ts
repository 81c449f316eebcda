import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble, type Part, returnTop, returnWords } from '../testing/evm/assemble.ts';
import { contract, createEvmHarness } from '../testing/evm/harness.ts';
import { doubler, ledger, natives } from './testing/native-contracts.ts';

test('a precompile gets its input, and uses its price or all gas', () => {
  const harness = createEvmHarness(natives);
  const parts = (gas: number): Part[] => [21, 0, 'MSTORE', 32, 0, 32, 0, BigInt(doubler), gas, 'STATICCALL'];
  const result = harness.runCode(assemble(...parts(60), 0, 'MLOAD', ...returnWords(2)));
  assert.deepEqual(result.words, [1n, 42n]);
  const failed = harness.runCode(assemble(...parts(59), 'RETURNDATASIZE', ...returnWords(2)));
  assert.deepEqual(failed.words, [0n, 0n]);
  assert.equal(harness.run({ to: doubler, data: Uint8Array.of(4) }).word, 8n);
  assert.equal(harness.run({ to: doubler, gas: 59n }).halt, 'out of gas');
  assert.equal(harness.run({ to: doubler, data: Uint8Array.of(0xff) }).halt, 'precompile failure');
});

test('gas is charged before anything else: a native contract that cannot be paid gets no input and does not run', () => {
  const asked: number[] = [];
  const gasOf = (input: Uint8Array) => {
    assert.ok(input.buffer.byteLength > 2 * input.length, 'a view, not a copy');
    asked.push(input.length);
    return 1n + BigInt(input.length);
  };
  const run = () => assert.fail('it cannot pay');
  const length = 1_000_000;
  for (const native of [
    { name: 'precompile', stateful: false, gas: gasOf, run } as const,
    { name: 'module', stateful: true, gas: gasOf, run } as const,
  ]) {
    const harness = createEvmHarness({ [ledger]: native });
    const parts: Part[] = [7, 0, 'SSTORE', 0, 0, length, 0, BigInt(ledger), length, 'STATICCALL'];
    const result = harness.runCode(assemble(...parts, ...returnTop), { gas: 5_000_000n });
    assert.deepEqual([result.status, result.word, asked.pop()], ['success', 0n, length]);
    assert.equal(harness.slot(contract, 0), 7n);
  }
});

test('a precompile may return a part of its input, whatever it is overwritten with', () => {
  const tail = { name: 'tail', stateful: false, gas: () => 0n, run: (input: Uint8Array) => input.subarray(1) } as const;
  const harness = createEvmHarness({ [doubler]: tail });
  const parts: Part[] = [0x1122, 0, 'MSTORE', 31, 1, 32, 0, BigInt(doubler), 'GAS', 'STATICCALL', 'POP', 0, 'MLOAD'];
  assert.equal(harness.runCode(assemble(...parts, ...returnTop)).word, 0x1122n);
  assert.equal(harness.run({ to: doubler, data: Uint8Array.of(1, 2, 3) }).output.length, 2);
});
