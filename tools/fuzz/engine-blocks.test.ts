import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createEngine } from '#qord/evm/engine.ts';
import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import type { Fork, Step } from '#qord/kernel/engine.ts';
import { bytesToBigint } from '#qord/primitives/bytes.ts';
import { assemble, type Part, returnTop } from '#qord/testing/evm/assemble.ts';
import { createEvmHarness } from '#qord/testing/evm/harness.ts';
import { Random } from '#qord/testing/random/random.ts';
import { createEngineContexts } from '../official/engine-contexts.ts';
import { runFile } from '../official/run-file.ts';
import { generateProgramScenario, generateTransactionScenario } from './generate-scenario.ts';
import { runQordEngine } from './run-qord-engine.ts';
import { toStateCase } from './scenario.ts';

/**
 * An engine that forgets its decoded blocks all the time: with room for one block, before each block that is not the one
 * before it, else after some. `spare`: bytes beyond the longest block, asked for each instance.
 */
function createForgetfulEngine(spare: () => number) {
  const instances: EvmInstance[] = [];
  const engine = createEngine(() => {
    const instance = new EvmInstance();
    const { streamLimit, STREAM, MAX_BLOCK_BYTES } = instance.engine;
    streamLimit.value = STREAM.value + MAX_BLOCK_BYTES.value + spare();
    instances.push(instance);
    return instance;
  });
  const timesEmptied = () => instances.reduce((sum, { engine: of }) => sum + of.timesEmptied.value, 0);
  return { engine, timesEmptied };
}

test('the state vectors pass whenever decoded blocks are forgotten', () => {
  const path = fileURLToPath(new URL('../../../src/evm/fixtures/state-tests.json', import.meta.url));
  for (const spare of [0, 16, 40, 500]) {
    const { engine, timesEmptied } = createForgetfulEngine(() => spare);
    const results = runFile(path, createEngineContexts(engine));
    assert.deepEqual(
      results.filter(({ status }) => status !== 'passed'),
      [],
    );
    assert.ok(timesEmptied() > (spare < 100 ? 300 : 50), `${spare}: ${timesEmptied()}`);
  }
});

test('random programs end alike, whenever decoded blocks are forgotten', () => {
  const sizes = new Random(7);
  const fresh = createEngineContexts();
  const { engine, timesEmptied } = createForgetfulEngine(() => 0);
  const always = createEngineContexts(engine);
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const fork: Fork = seed % 2 === 0 ? 'osaka' : 'prague';
    const scenario = (seed % 3 === 0 ? generateTransactionScenario : generateProgramScenario)(random, fork);
    const sometimes = createEngineContexts(createForgetfulEngine(() => sizes.below(4_000)).engine);
    const expected = runQordEngine(toStateCase(scenario), fresh(fork));
    assert.deepEqual(runQordEngine(toStateCase(scenario), always(fork)), expected, `seed ${seed}, always`);
    assert.deepEqual(runQordEngine(toStateCase(scenario), sometimes(fork)), expected, `seed ${seed}, sometimes`);
  }
  assert.ok(timesEmptied() > 1_000, `${timesEmptied()}`);
});

test('blocks are forgotten between two slices, too, and the gas is the same', () => {
  const loop = assemble(30_000, 'JUMPDEST', 'GAS', 'POP', 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI', 'GAS', ...returnTop);
  const gas = 10_000_000n;
  const expected = createEvmHarness().runCode(loop, { gas });
  const instance = new EvmInstance();
  const harness = createEvmHarness(
    {},
    createEngine(() => instance),
  );
  let asked = 0;
  const shouldStop = () => {
    asked++;
    instance.engine.emptyBlockCache();
    return false;
  };
  const { word, gasUsed } = harness.runCode(loop, { gas }, { shouldStop });
  assert.deepEqual([word, gasUsed], [expected.word, expected.gasUsed]);
  assert.ok(asked > 0);
});

/** Blocks have at most 64 opcodes. */
for (const opcodes of [62, 63, 64, 65, 66, 127, 128, 129, 130]) {
  test(`code of ${opcodes} opcodes in a row runs as if it were one block`, () => {
    const harness = createEvmHarness();
    const body: Part[] = Array.from({ length: opcodes - 1 }, (_, i) => (i % 2 === 0 ? 'CALLVALUE' : 'POP'));
    const runWith = (...parts: Part[]) => harness.runCode(assemble('JUMPDEST', ...parts, 7, ...returnTop));
    const { word, gasUsed } = runWith(...body);
    assert.equal(word, 7n);
    assert.equal(gasUsed, runWith().gasUsed + 2n * BigInt(opcodes - 1));
    // one gas less than it takes is too little, wherever a block ends
    assert.equal(harness.run({ gas: runWith(...body).gasUsed }).status, 'success');
    assert.equal(harness.run({ gas: gasUsed - 1n }).halt, 'out of gas');
  });
}

test('a jump is valid to a JUMPDEST that is an instruction, and to nothing else', () => {
  const { engine, memory } = new EvmInstance();
  const random = new Random(3);
  const code = engine.MEMORY_START.value;
  const bitmap = code + 4096;
  engine.reserveMemory(BigInt(bitmap + 4096));
  const bytes = [0x5b, 0x60, 0x61, 0x7f, 0x7e, 0x5f, 0x80, 0x00];
  for (let length = 0; length <= 400; length++) {
    const kinds = random.below(3) === 0 ? 2 : bytes.length;
    const text = Uint8Array.from({ length }, () => bytes[random.below(kinds)] as number);
    memory.fill(code, 0x5b, 512); // what is behind the code does not count
    memory.write(code, text);
    engine.markJumpDestinations(code, length, bitmap);
    const marked = memory.read(bitmap, engine.bitmapBytes(length));
    const destinations = new Set(jumpDestinations(text));
    for (let pc = 0; pc < marked.length * 8; pc++) {
      const isMarked = (((marked[pc >> 3] ?? 0) >> (pc & 7)) & 1) === 1;
      assert.equal(isMarked, destinations.has(pc), `${Buffer.from(text).toString('hex')} at ${pc}`);
    }
  }
});

function jumpDestinations(code: Uint8Array): number[] {
  const found: number[] = [];
  for (let pc = 0; pc < code.length; pc++) {
    const opcode = code[pc] as number;
    if (opcode === 0x5b) found.push(pc);
    else if (opcode >= 0x60 && opcode <= 0x7f) pc += opcode - 0x5f;
  }
  return found;
}

test('a PUSH at the end of the code pushes the bytes that are there, and zeros', () => {
  const harness = createEvmHarness();
  for (let size = 1; size <= 32; size++) {
    for (let present = 0; present <= size; present++) {
      const data = Uint8Array.from({ length: present }, (_, i) => i + 1);
      const steps: (readonly bigint[])[] = [];
      const tracer = { onStep: (step: Step) => steps.push(step.stack()) };
      const { gasUsed } = harness.runCode(Uint8Array.of(0x5f + size, ...data), {}, { tracer });
      const expected = bytesToBigint(data) << BigInt(8 * (size - present));
      assert.deepEqual([steps.at(-1), gasUsed], [[expected], 3n]);
    }
  }
});
