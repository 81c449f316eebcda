import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHash } from '../primitives/hash.ts';
import { fromHex } from '../primitives/hex.ts';
import { assemble, type Part, returnTop, returnTopGas, returnWords } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, slotKey } from '../testing/evm/harness.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';

const warmSlotZero = [{ address: contract, storageKeys: [parseHash(slotKey(0))] }];

/** The table of EIP-3529: code, gas, refund, original value; slot 0 is warm. */
const sstoreTable: readonly [string, bigint, bigint, bigint][] = [
  ['0x60006000556000600055', 212n, 0n, 0n],
  ['0x60006000556001600055', 20112n, 0n, 0n],
  ['0x60016000556000600055', 20112n, 19900n, 0n],
  ['0x60016000556002600055', 20112n, 0n, 0n],
  ['0x60016000556001600055', 20112n, 0n, 0n],
  ['0x60006000556000600055', 3012n, 4800n, 1n],
  ['0x60006000556001600055', 3012n, 2800n, 1n],
  ['0x60006000556002600055', 3012n, 0n, 1n],
  ['0x60026000556000600055', 3012n, 4800n, 1n],
  ['0x60026000556003600055', 3012n, 0n, 1n],
  ['0x60026000556001600055', 3012n, 2800n, 1n],
  ['0x60026000556002600055', 3012n, 0n, 1n],
  ['0x60016000556000600055', 3012n, 4800n, 1n],
  ['0x60016000556002600055', 3012n, 0n, 1n],
  ['0x60016000556001600055', 212n, 0n, 1n],
  ['0x600160005560006000556001600055', 40118n, 19900n, 0n],
  ['0x600060005560016000556000600055', 5918n, 7600n, 1n],
];

for (const [code, gas, refund, original] of sstoreTable) {
  test(`SSTORE ${code} on ${original} costs ${gas} and refunds ${refund} (EIP-3529)`, () => {
    const harness = createEvmHarness();
    harness.put(contract, { code: fromHex(code), storage: { 0: original } });
    const result = harness.run({ accessList: warmSlotZero });
    assert.equal(result.status, 'success');
    assert.equal(result.gasUsed, gas);
    assert.equal(result.refund, refund);
  });
}

test('the first use of a slot is cold, later ones are warm (EIP-2929)', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(5, 'SLOAD', 5, 'SLOAD', ...returnTop), storage: { 5: 9n } });
  const result = harness.run();
  assert.equal(result.word, 9n);
  assert.equal(result.gasUsed, 3n + 2100n + 3n + 100n + returnTopGas);
});

test('warmth and originals end with the run, values stay', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(7, 0, 'SSTORE', 0, 'SLOAD', ...returnTop) });
  assert.equal(harness.run().gasUsed, 6n + 22100n + 103n + returnTopGas);
  assert.equal(harness.slot(contract, 0), 7n);
  assert.equal(harness.run().gasUsed, 6n + 2200n + 103n + returnTopGas);
});

test('a change of the state between two runs is seen', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(0, 'SLOAD', ...returnTop), storage: { 0: 1n } });
  assert.equal(harness.run().word, 1n);
  harness.state.setEntry(contract, slotKey(0), Uint8Array.of(2));
  assert.equal(harness.run().word, 2n);
});

test('SSTORE halts when no more than the stipend is left (EIP-2200)', () => {
  const code = assemble(0, 0, 'SSTORE');
  const message = { accessList: warmSlotZero };
  const harness = createEvmHarness();
  assert.equal(harness.runCode(code, { ...message, gas: 2306n }).halt, 'out of gas');
  assert.equal(harness.runCode(code, { ...message, gas: 2307n }).status, 'success');
});

test('a storage write that is reverted leaves no trace and refunds nothing', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(0, 0, 'SSTORE', 0, 0, 'REVERT'), storage: { 0: 5n } });
  const result = harness.run();
  assert.equal(result.status, 'revert');
  assert.equal(result.refund, 0n);
  assert.equal(result.gasUsed, 6n + 5000n + 6n);
  assert.equal(harness.slot(contract, 0), 5n);
});

test('slots with keys that differ in one limb only are different slots', () => {
  const keys = [0n, 1n, 1n << 64n, 1n << 128n, 1n << 192n, (1n << 256n) - 1n];
  const parts = keys.flatMap((key, i): Part[] => [i + 10, key, 'SSTORE']);
  const harness = createEvmHarness();
  assert.equal(harness.runCode(assemble(...parts)).status, 'success');
  for (const [i, key] of keys.entries()) assert.equal(harness.slot(contract, key), BigInt(i + 10));
});

test('transient storage lasts for the run and costs 100 (EIP-1153)', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(0, 'TLOAD', 8, 0, 'TSTORE', 0, 'TLOAD', ...returnWords(2)) });
  for (let run = 0; run < 2; run++) {
    const result = harness.run();
    assert.deepEqual(result.words, [0n, 8n]);
    assert.equal(result.gasUsed, 3n + 100n + 6n + 100n + 3n + 100n + 2n * 6n + 6n + 6n);
  }
});

test('a revert undoes transient writes of the frame only', () => {
  const callee = address(0xca11);
  const harness = createEvmHarness();
  // writes 2 to slot 0, then calls itself with input, which writes 3 and reverts
  const inner: Part[] = ['JUMPDEST', 3, 0, 'TSTORE', 0, 0, 'REVERT'];
  const outer: Part[] = [2, 0, 'TSTORE', 0, 0, 1, 0, 0, BigInt(callee), 'GAS', 'CALL', 'POP', 0, 'TLOAD', ...returnTop];
  const jump: Part[] = ['CALLDATASIZE', 4 + assemble(...outer).length, 'JUMPI'];
  harness.put(callee, { code: assemble(...jump, ...outer, ...inner) });
  assert.equal(harness.run({ to: callee }).word, 2n);
});

test('no transaction that a genesis allows fills a table, and a call that does ends with an error that leaves nothing', () => {
  const harness = createEvmHarness();
  const before = assemble(1, 0, 'SSTORE', 0);
  // the cheapest entries: 100 gas for the price of a warm access, and 4 for two operands
  const forEver = assemble(...Array(2_000).fill(['GAS', 'GAS', 'TSTORE']).flat());
  const code = assemble(before, 'JUMPDEST', forEver, before.length, 'JUMP');
  assert.equal(harness.runCode(code, { gas: 100_000_000n }).halt, 'out of gas');
  assert.throws(() => harness.runCode(code, { gas: 500_000_000n }), ExhaustedError);
  assert.equal(harness.slot(contract, 0), 0n);
  assert.equal(harness.runCode(assemble(3, 'TLOAD', ...returnTop)).word, 0n);
});

test('LOGs carry topics and data and cost 375 each, 375 a topic, 8 a byte', () => {
  const harness = createEvmHarness();
  const store: Part[] = [0x1122, 0, 'MSTORE'];
  const result = harness.runCode(assemble(...store, 0xa, 0xb, 2, 30, 'LOG2', 0, 0, 'LOG0'));
  assert.equal(result.gasUsed, 6n + 3n + 3n + 12n + 375n * 3n + 16n + 6n + 375n);
  assert.deepEqual(result.logs, [
    { address: contract, topics: [slotKey(0xb), slotKey(0xa)], data: Uint8Array.of(0x11, 0x22) },
    { address: contract, topics: [], data: new Uint8Array(0) },
  ]);
});
