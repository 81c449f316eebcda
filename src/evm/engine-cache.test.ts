import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { assemble, type Part, returnTop } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender, slotKey } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { Run } from './instance/run.ts';

/**
 * Code of almost the largest size that returns `output`; the rest is jump destinations, which take longest to decode.
 */
function large(output: number): Uint8Array {
  const code = new Uint8Array(24_000).fill(0x5b);
  code.set(assemble(output, ...returnTop, output));
  return code;
}

/** More codes than the cache has room for. */
const codes = 220;

test('codes that were dropped from the cache are loaded again', () => {
  const harness = createEvmHarness();
  for (let i = 0; i < codes; i++) harness.put(address(0x10_000 + i), { code: large(i + 1) });
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < codes; i++) assert.equal(harness.run({ to: address(0x10_000 + i) }).word, BigInt(i + 1));
  }
});

test('the code of frames that run stays, whatever their callees load', () => {
  const harness = createEvmHarness();
  for (let i = 0; i < codes; i++) harness.put(address(0x10_000 + i), { code: large(i + 1) });
  // adds up the outputs of all contracts; memory holds the address of the next one
  const head = assemble(0x10_000, 32, 'MSTORE', 0);
  const loop: Part[] = ['JUMPDEST', 32, 0, 0, 0, 0, 32, 'MLOAD', 'GAS', 'CALL', 'POP', 0, 'MLOAD', 'ADD'];
  const next: Part[] = [32, 'MLOAD', 1, 'ADD', 'DUP1', 32, 'MSTORE', 0x10_000 + codes, 'GT', head.length, 'JUMPI'];
  const code = assemble(head, ...loop, ...next, ...returnTop);
  const result = harness.runCode(code, { gas: 10_000_000n });
  assert.equal(result.word, BigInt((codes * (codes + 1)) / 2));
});

/** Code that calls `count` contracts from the address on, and adds up their outputs and 1 for each. */
function summing(first: number, count: number): Uint8Array {
  const head = assemble(first, 32, 'MSTORE', 0);
  const loop: Part[] = ['JUMPDEST', 32, 0, 0, 0, 0, 32, 'MLOAD', 50_000, 'CALL', 'ADD', 0, 'MLOAD', 'ADD'];
  const next: Part[] = [32, 'MLOAD', 1, 'ADD', 'DUP1', 32, 'MSTORE', first + count, 'GT', head.length, 'JUMPI'];
  return assemble(head, ...loop, ...next, ...returnTop);
}

test('a run that uses more codes than there is room for, below many frames that wait, ends like any other', () => {
  const harness = createEvmHarness();
  const [count, depth, first] = [8_400, 900, 0x10_000];
  for (let i = 0; i < count; i++) harness.put(address(first + i), { code: assemble(i, 'POP', 2, ...returnTop) });
  // each contract of the chain calls the next and adds 1 to what it returns; each has another code
  for (let i = 0; i < depth; i++) {
    const next = 0x1_000 + i + 1;
    harness.put(address(0x1_000 + i), {
      code: assemble(32, 0, 0, 0, 0, next, 'GAS', 'CALL', 0, 'MLOAD', 'ADD', ...returnTop),
    });
  }
  harness.put(address(0x1_000 + depth), { code: summing(first, count) });
  for (let round = 0; round < 2; round++) {
    const { word, status } = harness.run({ to: address(0x1_000), gas: 10n ** 15n });
    assert.deepEqual([status, word], ['success', BigInt(3 * count + depth)]);
  }
});

test('an engine serves several states and forks in turns', () => {
  const first = createEvmHarness();
  const second = createEvmHarness({}, first.engine);
  const code = assemble(0, 'SLOAD', 'SELFBALANCE', 'ADD', ...returnTop);
  first.put(contract, { code, storage: { 0: 1n }, balance: 10n });
  second.put(contract, { code, storage: { 0: 2n }, balance: 20n });
  for (let round = 0; round < 3; round++) {
    assert.equal(first.run().word, 11n);
    assert.equal(second.run().word, 22n);
    assert.equal(first.run({}, {}, { ...first.block, fork: 'cancun' }).word, 11n);
  }
  first.state.setEntry(contract, slotKey(0), emptyBytes);
  assert.equal(first.run().word, 10n);
});

test('an instance that needed more than 43 MiB beside codes is not kept', () => {
  const machine = new EvmInstance();
  const run: Engine['run'] = (...of) => machine.execute(new Run(...of)) as Outcome;
  const engine: Engine = { ...createEngine(), run };
  const harness = createEvmHarness({}, engine);
  const megabytes = (count: number) => assemble(1, count * 1024 * 1024, 'MSTORE8');
  assert.equal(harness.runCode(megabytes(20), { gas: 10n ** 9n }).status, 'success');
  assert.ok(machine.isReusable);
  // 20 MiB in each of the frames, as deep as calldata says
  const deeper: Part[] = [1, 0, 'CALLDATALOAD', 'SUB', 0, 'MSTORE', 0, 0, 32, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'STOP'];
  const grow = megabytes(20);
  const end = grow.length + 6 + assemble(...deeper).length;
  const code = assemble(grow, 0, 'CALLDATALOAD', 'ISZERO', end, 'JUMPI', ...deeper, 'JUMPDEST', 'STOP');
  for (const [depth, isReusable] of [
    [1, true],
    [2, false],
  ] as const) {
    const data = new Uint8Array(32).fill(depth, 31);
    assert.equal(harness.runCode(code, { gas: 10n ** 11n, data }).status, 'success');
    assert.equal(machine.isReusable, isReusable, `${20 * (depth + 1)} MiB`);
  }
});

test('what the end of a message removes is gone for the next, in the same engine as in a new one', () => {
  const heir = 0x4e17;
  // counts in slot 1, and destroys itself while it is created
  const initcode = assemble(1, 'SLOAD', 1, 'ADD', 1, 'SSTORE', heir, 'SELFDESTRUCT');
  const word = new Uint8Array(32);
  word.set(initcode, 32 - initcode.length);
  const store: Part[] = [Uint8Array.from([0x7f, ...word]), 0, 'MSTORE', 9];
  const create = [...store, initcode.length, 32 - initcode.length, 5, 'CREATE2'] satisfies Part[];
  const open = () => {
    const harness = createEvmHarness();
    harness.put(contract, { code: assemble(...create, ...returnTop), nonce: 1n, balance: 100n });
    const doomed = createEvmHarness();
    doomed.put(contract, { code: assemble(...create, ...returnTop), nonce: 1n, balance: 100n });
    const created = doomed.run().word;
    const looks = assemble(created, 'EXTCODEHASH', ...returnTop);
    const pays = assemble(0, 0, 0, 0, 1, created, 'GAS', 'CALL', ...returnTop);
    harness.put(address(0x100c), { code: looks, nonce: 1n });
    harness.put(address(0x9a15), { code: pays, nonce: 1n, balance: 1n });
    return harness;
  };
  for (const to of [address(0x100c), address(0x9a15), contract]) {
    const [same, other] = [open(), open()];
    assert.equal(same.run().status, 'success');
    assert.equal(other.run().status, 'success');
    const next = same.run({ to });
    const message = { ...{ caller: sender, origin: sender, to, value: 0n, data: emptyBytes, gas: 1_000_000n } };
    const rest = { gasPrice: 0n, blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
    const expected = createEngine().run(other.block, { ...message, ...rest }, other.state, {
      natives: other.contracts,
    });
    assert.deepEqual(
      [next.status, next.gasLeft, next.output],
      [expected.status, expected.gasLeft, expected.output],
      to,
    );
    const [left, right] = [same.state, other.state].map((state) => [...state.changes().accounts]);
    assert.deepEqual(left, right, to);
  }
});
