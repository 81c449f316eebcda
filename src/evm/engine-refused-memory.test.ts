import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../kernel/engine.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { createEvmHarness, sender } from '../testing/evm/harness.ts';
import { Random } from '../testing/random/random.ts';
import { createEngine } from './engine.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';
import { WasmMemory } from './instance/wasm-memory.ts';

/*
 * A system that refuses memory is an error of the node, never an outcome: an engine whose memory cannot grow ends each
 * run as any other does, or with an ExhaustedError that changes nothing.
 */

const pageBytes = 65_536;
/** Pages of the tables, below the memories of frames. */
const tablePages = new EvmInstance().engine.MEMORY_START.value / pageBytes;
/** Pages for some megabytes: an engine takes as many as there are where it cannot have those that it begins with. */
const growth = 64;

/** An engine with so many pages for the memories of frames. */
function engineWith(pages: number): Engine {
  return createEngine(() => new EvmInstance(new WasmMemory(tablePages + pages)));
}

/** Outcome of a creation, or of a call of the code; 'refused' when it needs more memory than there is. */
function outcomeOf(engine: Engine, code: Uint8Array, gas: bigint, isCreation = false): Outcome | 'refused' {
  const harness = createEvmHarness({}, engine);
  harness.put(sender, { balance: 10n ** 18n });
  const { version } = harness.state;
  try {
    if (isCreation) return harness.run({ to: undefined, data: code, gas });
    return harness.runCode(code, { gas });
  } catch (error) {
    assert.ok(error instanceof ExhaustedError, String(error));
    if (isCreation) assert.equal(harness.state.version, version);
    return 'refused';
  }
}

const touch = (offset: number): Uint8Array => assemble(1, offset, 'MSTORE8');

test('memory up to the last page that the system gives is there, and one page more is an error', () => {
  // a word behind the memory of a frame is read, so that a page belongs to it
  const pages = 2 * growth;
  const last = pages * pageBytes - 4_096;
  const engine = engineWith(pages);
  for (const [offset, isThere] of [
    [0, true],
    [last - 1, true],
    [last, false],
    [last + pageBytes, false],
    [last - 1, true],
  ] as const) {
    const outcome = outcomeOf(engine, touch(offset), 10n ** 10n);
    assert.equal(outcome === 'refused' ? outcome : outcome.status, isThere ? 'success' : 'refused', String(offset));
  }
});

test('whoever cannot pay for memory is out of gas also where the system refuses it', () => {
  const engine = engineWith(growth);
  const outcome = outcomeOf(engine, touch(30_000_000), 1_000_000n);
  assert.ok(outcome !== 'refused');
  assert.equal(outcome.halt, 'out of gas');
});

/** Memory in many frames, in initcode, in logs and in what is returned. */
function hungryCode(random: Random): Uint8Array {
  const size = 1 + random.below(400_000);
  const kinds: readonly (readonly Part[])[] = [
    [1, size, 'MSTORE8'],
    [0, 0, size, 0, 'ADDRESS', 'GAS', 'STATICCALL', 'POP'],
    [size, 0, 0, 'CODECOPY'],
    [size, 0, 'LOG0'],
    ['CODESIZE', 0, 0, 'CODECOPY', Math.min(size, 49_152), 0, 0, 'CREATE', 'POP'],
    [size, 0, 'KECCAK256', 'POP'],
    [0, 0, size, 0, 0, 'ADDRESS', 'GAS', 'CALL', 'POP'],
  ];
  const parts = Array.from({ length: 1 + random.below(4) }, () => kinds[random.below(kinds.length)] ?? []);
  const end: readonly Part[] = random.chance(0.3) ? [size, 0, 'REVERT'] : [size, 0, 'RETURN'];
  return assemble(...parts.flat(), ...end);
}

test('no outcome depends on how much memory the system gives', () => {
  const random = new Random(38);
  const all = createEngine();
  const scarce = [0, 1, growth - 1, growth, growth + 1, 3 * growth].map(engineWith);
  let [refused, done] = [0, 0];
  for (let round = 0; round < 40; round++) {
    const code = hungryCode(random);
    const isCreation = random.chance(0.3);
    const gas = BigInt(100_000 + random.below(3_000_000));
    const outcome = outcomeOf(all, code, gas, isCreation);
    assert.notEqual(outcome, 'refused');
    for (const engine of scarce) {
      const other = outcomeOf(engine, code, gas, isCreation);
      if (other === 'refused') refused++;
      else done++;
      if (other !== 'refused') assert.deepEqual(other, outcome);
    }
  }
  assert.ok(refused > 20 && done > 20, `${refused} refused, ${done} done`);
});

test('calldata for which there is no memory is an error', () => {
  const harness = createEvmHarness({}, engineWith(growth));
  harness.put(harness.contractAddress, { code: assemble('STOP'), nonce: 1n });
  const data = new Uint8Array(growth * pageBytes - 4_096 + 1);
  assert.throws(() => harness.run({ data }), ExhaustedError);
  assert.equal(harness.run({ data: data.subarray(1) }).status, 'success');
});
