import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../kernel/engine.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { Run } from './instance/run.ts';

/*
 * What an engine writes is bounded by gas: no run writes more than 12 bytes for each gas, apart from what the layout keeps
 * small and the first mebibytes of stacks.
 */

const mebibyte = 2 ** 20;
const bytesPerGas = 12;

function createInstanceHarness() {
  const instance = new EvmInstance();
  const run: Engine['run'] = (...of) => instance.execute(new Run(...of)) as Outcome;
  const written = () => instance.engine.writtenBytes() + instance.codes.writtenBytes;
  return { instance, written, harness: createEvmHarness({}, { ...createEngine(), run }) };
}

/** Code that repeats `body`, which may take the number of the round from the stack, until its gas is used up. */
function forever(...body: Part[]): Uint8Array {
  return assemble(0, 'JUMPDEST', 1, 'ADD', 'DUP1', ...body, 2, 'JUMP');
}

/** A call of itself with all gas, and of what comes after it with the rest. */
const nested: readonly Part[] = [0, 0, 0, 0, 'ADDRESS', 'GAS', 'STATICCALL', 'POP'];
const codes = 400;
/** More than a transaction of 2^24 gas can call. */
const mostCodes = 7_000;
const longest = 24_576;
/** What does not grow with gas: indexes, decoded blocks, caches, return data. */
const fixedMebibytes = 29;

/** Code that takes the most room for its gas, of each kind. */
const hungry: Readonly<Record<string, Uint8Array>> = {
  'codes that are called': forever(0x1_0000, 'ADD', 0, 0, 0, 0, 'DUP5', 'GAS', 'STATICCALL', 'POP', 'POP'),
  'sizes of codes': forever(0x1_0000, 'ADD', 'EXTCODESIZE', 'POP'),
  'memory of nested calls': assemble(1, 9_000, 'MSTORE8', ...nested),
  'small memories of nested calls': assemble(1, 300, 'MSTORE8', ...nested),
  'one memory': forever(32, 'MUL', 1, 'SWAP1', 'MSTORE'),
  'transient slots': forever(1, 'SWAP1', 'TSTORE'),
  'slots that are read': forever('SLOAD', 'POP'),
  'slots that are written': forever('DUP1', 'SSTORE'),
  accounts: forever('BALANCE', 'POP'),
  'empty logs': forever('POP', 0, 0, 'LOG0'),
  'logs with data': forever('POP', 2_000, 0, 'LOG0'),
  creations: forever('POP', 'CODESIZE', 0, 0, 'CODECOPY', 'CODESIZE', 0, 0, 'CREATE', 'POP'),
};

for (const [name, code] of Object.entries(hungry)) {
  test(`no more is written than its gas allows: ${name}`, () => {
    const { harness, written } = createInstanceHarness();
    for (let index = 1; index <= codes; index++) {
      const other = new Uint8Array(longest);
      other.set([index >> 8, index & 0xff], longest - 2);
      harness.put(address(0x1_0000 + index), { code: other, nonce: 1n });
    }
    harness.runCode(assemble('STOP'));
    const before = written();
    for (const gas of [100_000n, 1_000_000n]) {
      harness.runCode(code, { gas });
      const growth = written() - before;
      assert.ok(growth <= Number(gas) * bytesPerGas, `${growth} bytes for ${gas} gas`);
    }
    assert.ok(written() > before);
  });
}

/** Of each structure as much as 2^24 gas can pay for, in turn: what one leaves stays when the next is filled. */
const full: Readonly<Record<string, Uint8Array>> = {
  ...hungry,
  stacks: assemble(...Array.from({ length: 1_015 }, () => 'PUSH0'), ...nested, 'STOP'),
  // about the most that frames can have together: each call leaves a 64th of the gas behind
  'large memories of nested calls': assemble(1, 150_000, 'MSTORE8', ...nested),
};
const isOfCodes = (name: string) => name.includes('codes');
const orders: Readonly<Record<string, readonly string[]>> = {
  'codes at first': Object.keys(full),
  'codes at last': Object.keys(full).sort((left, right) => Number(isOfCodes(left)) - Number(isOfCodes(right))),
};

for (const [order, names] of Object.entries(orders))
  test(`no instance has more than 256 MiB, whatever transactions of 2^24 gas it runs one after the other: ${order}`, () => {
    const instances: EvmInstance[] = [];
    const reserved = new EvmInstance().memory.memory.buffer.byteLength;
    const engine = createEngine(() => {
      const instance = new EvmInstance();
      instances.push(instance);
      return instance;
    });
    const harness = createEvmHarness({}, engine);
    for (let index = 1; index <= mostCodes; index++) {
      const other = new Uint8Array(longest);
      other.set([index >> 8, index & 0xff], longest - 2);
      harness.put(address(0x1_0000 + index), { code: other, nonce: 1n });
    }
    for (const name of names) {
      harness.runCode(full[name] ?? new Uint8Array(0), { gas: 2n ** 24n });
      for (const instance of instances) {
        const written = instance.engine.writtenBytes() + instance.codes.writtenBytes;
        assert.ok(written <= (256 - fixedMebibytes) * mebibyte, `${name}: ${written} bytes`);
        // when it grows, V8 collects all that the node has in memory
        assert.equal(instance.memory.memory.buffer.byteLength, reserved, name);
      }
    }
    assert.ok(instances.length < 3, 'what is dropped needs memory, too, until it is collected');
  });

test('stacks take 32 MiB at most, whatever a transaction pays', () => {
  const { harness, written } = createInstanceHarness();
  harness.runCode(assemble('STOP'));
  const before = written();
  const words: readonly Part[] = Array.from({ length: 1_015 }, () => 'PUSH0');
  const code = assemble(...words, ...nested, 'STOP');
  const { status } = harness.runCode(code, { gas: 10n ** 12n });
  assert.equal(status, 'success');
  const growth = written() - before;
  assert.ok(growth > 31 * mebibyte && growth <= 36 * mebibyte, `${growth} bytes`);
});

test('frames that together need more than an instance reserves make it grow, and keep what they wrote', () => {
  const { harness, instance } = createInstanceHarness();
  const reserved = instance.memory.memory.buffer.byteLength;
  const last = 31 * mebibyte;
  const call = (to: string): readonly Part[] => [0, 0, 0, 0, BigInt(to), 'GAS', 'STATICCALL'];
  const frame = (...inner: readonly Part[]) =>
    assemble(0xab, last, 'MSTORE8', ...inner, last - 31, 'MLOAD', 'MUL', 0, 'MSTORE', 32, 0, 'RETURN');
  const [second, third] = [address(0x5ec0), address(0x741d)];
  harness.put(third, { code: frame(1), nonce: 1n });
  harness.put(second, { code: frame(...call(third)), nonce: 1n });
  assert.equal(harness.runCode(frame(...call(second)), { gas: 10n ** 11n }).word, 0xabn);
  assert.ok(instance.memory.memory.buffer.byteLength > reserved);
});

test('pages of codes count once, also when other codes take their places', () => {
  const { harness, instance } = createInstanceHarness();
  const run = (index: number, length: number) => {
    const code = new Uint8Array(length);
    code[length - 1] = index;
    harness.put(contract, { code, nonce: 1n });
    harness.run();
    return instance.codes.writtenBytes;
  };
  const page = 4_096;
  assert.equal(run(1, 100), page);
  assert.equal(run(2, page - 8 * (page / 64 + 1)), 2 * page, 'with its bitmap it is exactly a page');
  assert.equal(run(1, 100), 2 * page);
  const perSlot = 7;
  assert.equal(run(3, longest), (2 + perSlot) * page);
  assert.equal(run(4, 2 * longest), (2 + perSlot + 14) * page, 'it takes two places');
});
