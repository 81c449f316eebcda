import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModuleContract, RunOptions } from '../kernel/engine.ts';
import { addressToBytes } from '../primitives/address.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness } from '../testing/evm/harness.ts';
import { Random } from '../testing/random/random.ts';
import { createEngine } from './engine.ts';
import { sliceGas } from './instance/evm-instance.ts';

/*
 * A module tells contracts, and the state, why the code that it ran has failed. So the reason is that of the first opcode
 * that fails, however the code is decoded and wherever a slice of gas ends, which depends on what an engine has cached.
 */

const target = address(0x7a4);
const reporterAddress = address(0x4e9);

/** Runs the target with so much gas as the first two bytes of its input say, and returns why it failed. */
const reporter: ModuleContract = {
  name: 'reporter',
  stateful: true,
  gas: () => 100n,
  run: ({ input, caller, callEvm }) => {
    const gas = BigInt((input[0] ?? 0) * 256 + (input[1] ?? 0));
    const { failure, isStarved } = callEvm({ from: caller, to: target, value: 0n, data: new Uint8Array(0), gas });
    return { status: 'success', gasUsed: gas, output: new TextEncoder().encode(`${failure} ${isStarved}`) };
  },
};

type Question = { readonly gas: number; readonly rounds?: number; readonly isStatic?: boolean };

/** Asks the reporter, after having used up gas in a loop of so many rounds, and returns what it says. */
function callerOf({ gas, rounds = 1, isStatic = false }: Question): Uint8Array {
  const input = Uint8Array.from([0x61, gas >> 8, gas & 255, 0x60, 240, 0x1b, 0x5f, 0x52]);
  const loop: Part[] = ['JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', Uint8Array.of(0x60, 4), 'JUMPI', 'POP'];
  const burn: Part[] = [Uint8Array.of(0x62, rounds >> 16, (rounds >> 8) & 255, rounds & 255), ...loop];
  const to = Uint8Array.from([0x73, ...addressToBytes(reporterAddress)]);
  const ask: Part[] = [input, 0, 0, 2, 0, ...(isStatic ? [] : [0]), to, 'GAS', isStatic ? 'STATICCALL' : 'CALL'];
  const answer: Part[] = ['POP', 'RETURNDATASIZE', 0, 0, 'RETURNDATACOPY', 'RETURNDATASIZE', 0, 'RETURN'];
  return assemble(...burn, ...ask, ...answer);
}

type Ask = (code: Uint8Array, question: Question, options?: Partial<RunOptions>) => string;

function openReporter(): Ask {
  const harness = createEvmHarness({ [reporterAddress]: reporter }, createEngine());
  return (code, question, options = {}) => {
    harness.put(target, { code, nonce: 1n });
    harness.put(contract, { code: callerOf(question), nonce: 1n });
    const { status, output } = harness.run({}, options);
    assert.equal(status, 'success');
    return new TextDecoder().decode(output);
  };
}

const repeated = (count: number, ...parts: readonly Part[]): Part[] =>
  Array.from({ length: count }, () => parts).flat();

test('the reason of a failure is that of the first opcode that fails', () => {
  const ask = openReporter();
  const cases: readonly (readonly [Uint8Array, number, string])[] = [
    [assemble('POP', ...repeated(50, 'PUSH0')), 50, 'stack underflow false'],
    [assemble(...repeated(20, 'PUSH0', 'POP'), 'POP'), 79, 'out of gas true'],
    [assemble(...repeated(20, 'PUSH0', 'POP'), 'POP'), 80, 'stack underflow false'],
    [assemble(1, 200_000, 'MSTORE', 'POP'), 600, 'out of gas true'],
    [assemble(...repeated(30, 'PUSH0', 'POP'), Uint8Array.of(0xfe)), 120, 'invalid opcode false'],
    [assemble(...repeated(30, 'PUSH0', 'POP'), Uint8Array.of(0xfe)), 119, 'out of gas true'],
    [assemble(...repeated(1_024, 'PUSH0'), 'PUSH0'), 2_048, 'stack overflow false'],
    [assemble(...repeated(1_024, 'PUSH0'), 'PUSH0'), 2_047, 'out of gas true'],
  ];
  for (const [code, gas, expected] of cases) {
    assert.equal(ask(code, { gas }), expected);
    assert.equal(ask(code, { gas }, { tracer: {} }), expected, 'with a tracer');
  }
});

test('the reason does not depend on where a slice of gas has ended', () => {
  const ask = openReporter();
  // after the hash, blocks begin elsewhere when a slice ends there
  const code = assemble(...repeated(2, 0, 0, 'KECCAK256', 'POP'), ...repeated(33, 'PUSH0', 'POP'), 'POP');
  const used = 2 * (2 + 2 + 30 + 2) + 33 * 4;
  const perRound = 26;
  const lastRound = Number(sliceGas) / perRound;
  for (const gas of [used, used - 1, used - 14, used - 20]) {
    const expected = ask(code, { gas });
    for (let rounds = Math.floor(lastRound) - 30; rounds < lastRound + 4; rounds++)
      assert.equal(ask(code, { gas, rounds }, { shouldStop: () => false }), expected, `${gas} gas, ${rounds} rounds`);
  }
});

test('random code fails for the same reason with a tracer', () => {
  const ask = openReporter();
  const random = new Random(38);
  const parts: readonly Part[] = [
    ...['PUSH0', 'PUSH0', 'DUP1', 'SWAP1', 'PC', 'POP', 'ADD', 'EXP', 'JUMPDEST', 'TLOAD', 'SLOAD', 'KECCAK256'],
    ...['MLOAD', 'MSTORE', 'TSTORE', 'SSTORE', 'LOG0', 'RETURNDATACOPY', 'JUMP', 3, 200, 3_000],
  ];
  const reasons = new Set<string>();
  for (let round = 0; round < 1_000; round++) {
    const code = assemble(
      ...Array.from({ length: 1 + random.below(90) }, () => parts[random.below(parts.length)] ?? 0),
    );
    const stack = assemble(...repeated(random.below(20), random.chance(0.5) ? 'PUSH0' : 'PC'));
    const program = Uint8Array.from([...stack, ...code]);
    const question = { gas: random.below(random.chance(0.3) ? 6_000 : 300), isStatic: random.chance(0.5) };
    const expected = ask(program, question, { tracer: {} });
    reasons.add(expected.split(' ')[0] ?? '');
    assert.equal(ask(program, question), expected, `round ${round}`);
  }
  assert.deepEqual([...reasons].sort(), ['invalid', 'out', 'return', 'stack', 'undefined', 'write']);
});
