import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { createEvmHarness } from '../testing/evm/harness.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';

/*
 * The bounds of the engine beyond what any transaction can pay for: what fits exactly succeeds, one more ends with an
 * error that leaves nothing, and the engine continues.
 */

const plenty = 10n ** 13n;

/** Runs `body`, which takes a number from the stack, for each number from `count` down to 1. */
function forEach(count: number, ...body: Part[]): Uint8Array {
  const head = assemble(count);
  const loop: Part[] = ['JUMPDEST', 'DUP1', ...body, 1, 'SWAP1', 'SUB', 'DUP1', head.length, 'JUMPI'];
  return assemble(head, ...loop);
}

/** Whether the code ends well, rather than with an ExhaustedError. */
function fits(harness: ReturnType<typeof createEvmHarness>, code: Uint8Array): boolean {
  try {
    assert.equal(harness.runCode(code, { gas: plenty }).status, 'success');
    return true;
  } catch (error) {
    assert.ok(error instanceof ExhaustedError, String(error));
    return false;
  }
}

/** The most for which `codeFor` fits, at most `room`: what every run needs may take a few of it. */
function mostThatFits(room: number, spare: number, codeFor: (count: number) => Uint8Array): number {
  const harness = createEvmHarness();
  for (let count = room; count >= room - spare; count--) if (fits(harness, codeFor(count))) return count;
  return assert.fail(`${room - spare} do not fit`);
}

test('262,144 slots fit', () => {
  assert.equal(
    mostThatFits(262_145, 1, (count) => forEach(count, 'SLOAD', 'POP')),
    262_144,
  );
});

test('131,072 accounts fit', () => {
  // the contract and the coinbase are among the addresses, the sender is not
  assert.equal(
    mostThatFits(131_072, 1, (count) => forEach(count, 'BALANCE', 'POP')),
    131_071,
  );
});

test('1,048,575 entries of the journal fit, and as many transient slots', () => {
  // the message has four: three accounts become warm, and one is touched
  assert.equal(
    mostThatFits(1_048_572, 1, (count) => forEach(count, 'DUP1', 'TSTORE')),
    1_048_571,
  );
});

const memoryBytes = 32 * 1024 * 1024;

test('32 MiB of logs fit, to the byte', () => {
  const harness = createEvmHarness();
  const head = 16;
  assert.ok(fits(harness, assemble(memoryBytes - head, 0, 'LOG0')));
  assert.ok(!fits(harness, assemble(memoryBytes - head + 1, 0, 'LOG0')));
  assert.ok(!fits(harness, assemble(memoryBytes - head, 0, 'LOG0', 0, 0, 'LOG0')));
  assert.ok(fits(harness, assemble(memoryBytes - 2 * head, 0, 'LOG0', 0, 0, 'LOG0')));
});

test('32 MiB of memory fit in a frame; whoever cannot pay for more is out of gas, whoever can gets an error', () => {
  const harness = createEvmHarness();
  const touch = (offset: bigint | number) => assemble(1, offset, 'MSTORE8');
  assert.ok(fits(harness, touch(memoryBytes - 1)));
  assert.ok(!fits(harness, touch(memoryBytes)));
  const price = 2_150_633_475n; // of 2^20 + 1 words
  const around = 9n;
  assert.equal(harness.runCode(touch(memoryBytes), { gas: price + around - 1n }).halt, 'out of gas');
  assert.throws(() => harness.runCode(touch(memoryBytes), { gas: price + around }), ExhaustedError);
  // beyond all numbers: out of gas, as in go-ethereum
  for (const offset of [0x1fffffffe0, 2n ** 64n - 1n, 2n ** 64n, 2n ** 256n - 1n]) {
    assert.equal(harness.runCode(touch(offset), { gas: plenty }).halt, 'out of gas');
    for (const copy of ['CALLDATACOPY', 'CODECOPY', 'MCOPY'] as const) {
      assert.equal(harness.runCode(assemble(1, 0, offset, copy), { gas: plenty }).halt, 'out of gas', copy);
    }
    assert.equal(harness.runCode(assemble(offset, 1, 'KECCAK256'), { gas: plenty }).halt, 'out of gas');
  }
});
