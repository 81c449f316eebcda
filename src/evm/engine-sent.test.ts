import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ModuleContract, NativeCall } from '../kernel/engine.ts';
import { type Address, addressFromBytes } from '../primitives/address.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, createEvmHarness, type EvmHarness } from '../testing/evm/harness.ts';

/** What a nested message counts as sent by its sender: all that leaves it, whatever comes back. */

const relayAddress = address(0xd01);
const poolAddress = address(0xd02);
const account = address(0xacc0);
const other = address(0xb0b);
const mirror = address(0x3177);
const spender = address(0x59e4d);

const done = (gasUsed: bigint, output = new Uint8Array(0)) => ({ status: 'success', gasUsed, output }) as const;
const moduleOf = (name: string, run: ModuleContract['run']): ModuleContract => ({
  name,
  stateful: true,
  gas: () => 100n,
  run,
});

/** Sends the message of the account that its input names: target, wei, then data. */
function relayInto(counts: bigint[]): ModuleContract {
  return moduleOf('relay', ({ input, gas, callEvm }) => {
    const [to, value, data] = [addressFromBytes(input.slice(0, 20)), BigInt(input[20] ?? 0), input.slice(21)];
    const result = callEvm({ from: account, to, value, data, gas: gas / 2n });
    counts.push(result.sent);
    return done(result.gasUsed);
  });
}

/** Takes wei from its caller, and gives them back when the second byte of the input says so. */
const pool = moduleOf('pool', ({ state, caller, input }: NativeCall) => {
  const wei = BigInt(input[0] ?? 0);
  state.transfer(caller, other, wei);
  if (input[1] === 1) state.transfer(other, caller, wei);
  if (input[1] === 2) state.burn(other, wei);
  return done(0n);
});

/** Calls with up to 32 bytes of data and drops the status. */
function callOf(to: Address, data: readonly number[], wei = 0): Part[] {
  const word = new Uint8Array(33);
  word[0] = 0x7f; // PUSH32
  word.set(data, 1);
  return [word, 0, 'MSTORE', 0, 0, data.length, 0, wei, BigInt(to), 'GAS', 'CALL', 'POP'];
}

/** Jumps to the code whose number is the first byte of the data; does nothing for any other number. */
function program(...codes: readonly (readonly Part[])[]): Uint8Array {
  const parts = codes.map((code) => assemble('JUMPDEST', ...code, 'STOP'));
  const selector = (at: number, start: number): Part[] => {
    return [0, 'CALLDATALOAD', 248, 'SHR', at, 'EQ', Uint8Array.of(0x61, start >> 8, start & 255), 'JUMPI'];
  };
  const headLength = assemble(...codes.flatMap((_, at) => selector(at, 0)), 'STOP').length;
  const starts = parts.map((_, at) => headLength + parts.slice(0, at).reduce((sum, { length }) => sum + length, 0));
  return assemble(...starts.flatMap((start, at) => selector(at, start)), 'STOP', ...parts);
}

const targetOf = (to: Address) => [...Buffer.from(to.slice(2), 'hex')];

/** A harness whose account runs the code; `send` sends a message of the account and returns what was counted. */
function harnessWith(code: Uint8Array) {
  const counts: bigint[] = [];
  const harness = createEvmHarness({ [relayAddress]: relayInto(counts), [poolAddress]: pool });
  harness.put(account, { code, balance: 1_000n, nonce: 1n });
  const back = assemble(255, 0, 'MSTORE8', 0, 0, 1, 0, 'CALLVALUE', 'CALLER', 'GAS', 'CALL');
  harness.put(mirror, { code: back, nonce: 1n });
  harness.put(spender, { code: assemble(...callOf(other, [], 5)), balance: 1_000n, nonce: 1n });
  const send = (to: Address, wei: number, ...data: number[]) => {
    counts.length = 0;
    const input = Uint8Array.from([...targetOf(to), wei, ...data]);
    assert.equal(harness.run({ to: relayAddress, data: input, gas: 16_000_000n }).status, 'success');
    return [...counts];
  };
  return { ...harness, send };
}

const balanceOf = ({ balance }: Pick<EvmHarness, 'balance'>) => balance(account);

test('the value, a payment that comes back, and an endowment count; what stays or is undone does not', () => {
  const cases: readonly (readonly [string, Part[], bigint])[] = [
    ['nothing', [], 0n],
    ['a payment', callOf(other, [], 7), 7n],
    ['a payment that comes back', callOf(mirror, [], 7), 7n],
    ['two', [...callOf(mirror, [], 7), ...callOf(other, [], 2)], 9n],
    ['an endowment', [0, 0, 5, 'CREATE', 'POP'], 5n],
    ['one that is more than it has', callOf(other, [], 1_001), 0n],
    ['by CALLCODE, to itself', [0, 0, 0, 0, 6, BigInt(other), 'GAS', 'CALLCODE', 'POP'], 0n],
    ['everything', [BigInt(other), 'SELFDESTRUCT'], 1_000n],
    ['everything to itself', ['ADDRESS', 'SELFDESTRUCT'], 0n],
    ['what another account sends', callOf(spender, []), 0n],
    ['to a module', callOf(poolAddress, [3, 0]), 3n],
    ['to a module that pays it back', callOf(poolAddress, [3, 1]), 3n],
    ['a payment, then a failure', [...callOf(other, [], 7), 0, 0, 'REVERT'], 0n],
    ['a module, then a failure', [...callOf(poolAddress, [3, 1]), 'INVALID'], 0n],
  ];
  for (const [name, code, sent] of cases)
    assert.deepEqual(harnessWith(program(code)).send(account, 0, 0), [sent], name);
  const plain = harnessWith(program());
  assert.deepEqual(plain.send(other, 9), [9n], 'the value of the message');
  assert.deepEqual(plain.send(mirror, 9), [9n]);
  assert.equal(balanceOf(plain), 991n);
  assert.deepEqual(plain.send(account, 9), [0n], 'to itself');
});

type Step =
  | { readonly kind: 'send' | 'mirror' | 'create' | 'pool' | 'lend'; readonly wei: number }
  /** the account calls itself, or a module sends a message for it; the body of that number runs */
  | { readonly kind: 'itself' | 'order'; readonly wei: number; readonly body: number };
type Body = { readonly steps: readonly Step[]; readonly fails: boolean };

const bodies = 4;
const wei = fc.integer({ min: 0, max: 5 });
const anyStep = fc.oneof(
  fc.record({ kind: fc.constantFrom('send', 'mirror', 'create', 'pool', 'lend'), wei }),
  fc.record({ kind: fc.constantFrom('itself', 'order'), wei, body: fc.integer({ min: 1, max: bodies - 1 }) }),
) as fc.Arbitrary<Step>;
const anyBody = fc.record({ steps: fc.array(anyStep, { maxLength: 4 }), fails: fc.boolean() });

function codeOf(step: Step): Part[] {
  switch (step.kind) {
    case 'send':
      return callOf(other, [], step.wei);
    case 'mirror':
      return callOf(mirror, [], step.wei);
    case 'create':
      return [0, 0, step.wei, 'CREATE', 'POP'];
    case 'pool':
      return callOf(poolAddress, [step.wei, 0]);
    case 'lend':
      return callOf(poolAddress, [step.wei, 1]);
    case 'itself':
      return callOf(account, [step.body], step.wei);
    case 'order':
      return callOf(relayAddress, [...targetOf(account), step.wei, step.body]);
  }
}

const bodyOf = ({ steps, fails }: Body): Part[] => [...steps.flatMap(codeOf), ...(fails ? [0, 0, 'REVERT'] : [])];

/** What a body sends, and what the orders within it counted when they ended. */
function expected(all: readonly Body[], at: number, counts: bigint[]): bigint {
  const { steps = [], fails = false } = all[at] ?? {};
  let sum = 0n;
  for (const step of steps) {
    const isNested = step.kind === 'itself' || step.kind === 'order';
    const sent = isNested ? expected(all, step.body, counts) : BigInt(step.wei);
    if (step.kind === 'order') counts.push(sent);
    sum += sent;
  }
  return fails ? 0n : sum;
}

test('in any tree of calls, creations, modules and messages within messages, each counts what left and was not undone', () => {
  // A body calls only those behind it, so that there is an end, and no more messages are nested than may be.
  const forward = (body: Body, at: number): Body => ({
    ...body,
    steps: body.steps.filter((step) => !('body' in step) || step.body > at),
  });
  const property = fc.property(fc.array(anyBody, { minLength: bodies, maxLength: bodies }), (some) => {
    const all = some.map(forward);
    const counts: bigint[] = [];
    counts.push(expected(all, 0, counts));
    assert.deepEqual(harnessWith(program(...all.map(bodyOf))).send(account, 0, 0), counts);
  });
  fc.assert(property, { numRuns: 200 });
});
