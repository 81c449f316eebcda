import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EnteredFrame, ExecutionStoppedError, type ExitedFrame, type Log } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { assemble, type Part, returnTop } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender } from '../testing/evm/harness.ts';

const callee = address(0xca11ee);
const endless = assemble('JUMPDEST', 0, 'JUMP');
const call = (to: string): Part[] => [0, 0, 0, 0, 0, BigInt(to), 'GAS', 'CALL'];

test('a stopped execution changes nothing, and the engine still works', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(1, 0, 'SSTORE', ...call(callee)), storage: { 0: 5n } });
  harness.put(callee, { code: endless });
  let asked = 0;
  const shouldStop = () => ++asked === 3;
  assert.throws(() => harness.run({ gas: 10n ** 12n }, { shouldStop }), ExecutionStoppedError);
  assert.equal(asked, 3);
  assert.equal(harness.slot(contract, 0), 5n);
  assert.equal(harness.runCode(assemble(0, 'SLOAD', ...returnTop)).word, 5n);
});

test('checking whether to stop changes neither gas nor result', () => {
  const harness = createEvmHarness();
  const loop = assemble(100_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 'GAS', ...returnTop);
  let asked = 0;
  const plain = harness.runCode(loop, { gas: 10_000_000n });
  const sliced = harness.runCode(loop, { gas: 10_000_000n }, { shouldStop: () => ++asked < 0 });
  assert.equal(sliced.gasUsed, plain.gasUsed);
  assert.equal(sliced.word, plain.word);
  assert.ok(asked >= 11 && asked <= 14, `asked ${asked} times for ${plain.gasUsed} gas`);
});

test('a block of instructions that costs more than a slice still makes progress', () => {
  const harness = createEvmHarness();
  const block = assemble(...Array.from({ length: 5000 }, (): Part[] => [0, 'TLOAD', 'POP']).flat());
  const result = harness.runCode(block, { gas: 1_000_000n }, { shouldStop: () => false });
  assert.equal(result.gasUsed, 5000n * 105n);
});

test('onStep shows the machine before every instruction', () => {
  const steps: unknown[] = [];
  const harness = createEvmHarness();
  harness.runCode(
    assemble(7, 0, 'MSTORE', 0, 'MLOAD', 'STOP'),
    { gas: 1000n },
    {
      tracer: {
        onStep: (step) => {
          const { pc, opcode, gas, depth, memorySize } = step;
          steps.push([pc, opcode, gas, depth, memorySize, step.stack()]);
        },
      },
    },
  );
  assert.deepEqual(steps, [
    [0, 0x60, 1000n, 0, 0, []],
    [2, 0x60, 997n, 0, 0, [7n]],
    [4, 0x52, 994n, 0, 0, [7n, 0n]],
    [5, 0x60, 988n, 0, 32, []],
    [7, 0x51, 985n, 0, 32, [0n]],
    [8, 0x00, 982n, 0, 32, [7n]],
  ]);
});

test('onEnter, onExit and onLog show the tree of calls', () => {
  const entered: EnteredFrame[] = [];
  const exited: ExitedFrame[] = [];
  const logs: [Log, number][] = [];
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble(0, 0, 'LOG0', 0xee, 0, 'MSTORE8', 1, 0, 'REVERT') });
  harness.put(contract, {
    code: assemble(...call(callee), 0, 0, 0, 'CREATE', 0, 'SELFDESTRUCT'),
    balance: 3n,
    nonce: 1n,
  });
  const tracer = {
    // copied: what a frame shows is only valid during the call
    onEnter: (frame: EnteredFrame) => entered.push({ ...frame }),
    onExit: (frame: ExitedFrame) => exited.push({ ...frame }),
    onLog: (log: Log, depth: number) => logs.push([log, depth]),
  };
  const result = harness.run({ data: Uint8Array.of(9) }, { tracer });
  assert.deepEqual(
    entered.map(({ kind, depth, from, to, value }) => [kind, depth, from, to, value]),
    [
      ['CALL', 0, sender, contract, 0n],
      ['CALL', 1, contract, callee, 0n],
      ['CREATE', 1, contract, entered[2]?.to, 0n],
      ['SELFDESTRUCT', 1, contract, address(0), 3n],
    ],
  );
  assert.deepEqual(entered[0]?.input, Uint8Array.of(9));
  assert.equal(entered[0].gas, 1_000_000n);
  assert.deepEqual(
    exited.map(({ depth, error }) => [depth, error]),
    [
      [1, 'execution reverted'],
      [1, undefined],
      [1, undefined],
      [0, undefined],
    ],
  );
  assert.deepEqual(exited[0]?.output, Uint8Array.of(0xee));
  assert.equal(exited.at(-1)?.gasUsed, result.gasUsed);
  assert.deepEqual(logs, [[{ address: callee, topics: [], data: emptyBytes }, 1]]);
  assert.deepEqual(result.logs, [], 'the log went with its frame');
});

test('a frame that cannot begin is shown with its reason', () => {
  const errors: (string | undefined)[] = [];
  const harness = createEvmHarness();
  const code = assemble(0, 0, 0, 0, 5, BigInt(callee), 'GAS', 'CALL');
  harness.runCode(code, {}, { tracer: { onExit: ({ error }) => errors.push(error) } });
  assert.deepEqual(errors, ['insufficient balance for transfer', undefined]);
});

test('the reason of a halt is that of the opcode, with and without exactHalt', () => {
  const harness = createEvmHarness();
  // gas is short for the block, but the stack underflows first
  const code = assemble('POP', ...Array.from({ length: 50 }, () => 'PUSH0'));
  for (const exactHalt of [true, false])
    assert.equal(harness.runCode(code, { gas: 50n }, { exactHalt }).halt, 'stack underflow');
  const other = assemble(...Array.from({ length: 50 }, () => 'PUSH0'), ...Array.from({ length: 51 }, () => 'POP'));
  for (const exactHalt of [true, false])
    assert.equal(harness.runCode(other, { gas: 50n }, { exactHalt }).halt, 'out of gas');
});

/** Numbers from a seed (a linear congruential generator), the same on every machine. */
function sequence(seed: number): (below: number) => number {
  let value = seed;
  return (below) => {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((value / 2_147_483_648) * below);
  };
}

test('a program ends the same whether decoded in blocks, in slices, or step by step', () => {
  const common = [0x01, 0x03, 0x0a, 0x10, 0x11, 0x15, 0x16, 0x1b, 0x20, 0x35, 0x50, 0x51, 0x52, 0x54, 0x55, 0x57, 0x5a];
  const harnesses = [createEvmHarness(), createEvmHarness(), createEvmHarness()];
  for (let seed = 1; seed <= 1500; seed++) {
    const random = sequence(seed);
    const parts: Part[] = ['JUMPDEST', 3, 5, 0];
    for (let i = random(40); i >= 0; i--) {
      if (random(3) === 0) parts.push(random(20));
      else if (random(4) === 0) parts.push(Uint8Array.of(0x5b));
      else parts.push(Uint8Array.of(random(5) === 0 ? 0x80 + random(24) : (common[random(common.length)] ?? 0)));
    }
    const code = assemble(...parts, ...returnTop);
    const gas = BigInt(100 + random(60_000));
    const options = [{}, { tracer: {} }, { shouldStop: () => false }] as const;
    const [fast, stepwise, sliced] = options.map((option, i) => harnesses[i]?.runCode(code, { gas }, option));
    for (const other of [stepwise, sliced]) {
      assert.equal(other?.status, fast?.status, `seed ${seed}`);
      assert.equal(other?.gasUsed, fast?.gasUsed, `seed ${seed}`);
      assert.deepEqual(other?.output, fast?.output, `seed ${seed}`);
    }
  }
});
