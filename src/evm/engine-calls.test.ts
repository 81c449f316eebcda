import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { fromHex } from '../primitives/hex.ts';
import { assemble, type Part, returnTop, returnWords } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender } from '../testing/evm/harness.ts';

const callee = address(0xca11ee);
const nobody = address(0xdead);

type CallOptions = { value?: bigint; gas?: bigint; input?: number; output?: number };

/** A call with input and output at the beginning of memory; leaves the success on the stack. */
function call(kind: string, to: Address, { value = 0n, gas, input = 0, output = 0 }: CallOptions = {}): Part[] {
  const hasValue = kind === 'CALL' || kind === 'CALLCODE';
  return [output, 0, input, 0, ...(hasValue ? [value] : []), BigInt(to), gas ?? 'GAS', kind];
}

/** Price of that call's pushes when the gas is a number: six or seven of 3. */
const pushes = (kind: string) => (kind === 'CALL' || kind === 'CALLCODE' ? 21n : 18n);

const context = assemble('ADDRESS', 'CALLER', 'CALLVALUE', ...returnWords(3));

for (const [kind, self, caller, value] of [
  ['CALL', callee, contract, 5n],
  ['CALLCODE', contract, contract, 5n],
  ['DELEGATECALL', contract, sender, 3n],
  ['STATICCALL', callee, contract, 0n],
] as const) {
  test(`${kind} sets address, caller and value`, () => {
    const harness = createEvmHarness();
    harness.put(sender, { balance: 100n });
    harness.put(contract, {
      code: assemble(...call(kind, callee, { value: 5n, output: 96 }), 96, 0, 'RETURN'),
      balance: 100n,
    });
    harness.put(callee, { code: context });
    const result = harness.run({ value: 3n });
    assert.deepEqual(result.words, [BigInt(self), BigInt(caller), value]);
    assert.equal(harness.balance(callee), kind === 'CALL' ? 5n : 0n);
    assert.equal(harness.balance(contract), kind === 'CALL' ? 98n : 103n);
  });

  test(`${kind} of a cold account without code costs 2,600, of a warm one 100`, () => {
    const harness = createEvmHarness();
    const result = harness.runCode(assemble(...call(kind, nobody, { gas: 0n }), ...call(kind, nobody, { gas: 0n })));
    assert.equal(result.gasUsed, 2n * pushes(kind) + 2600n + 100n);
  });

  test(`${kind} passes on all but a 64th and gets back the rest (EIP-150)`, () => {
    const harness = createEvmHarness();
    harness.put(callee, { code: assemble('GAS', ...returnTop) });
    const code = assemble(...call(kind, callee, { output: 32 }), 0, 'MLOAD', ...returnTop);
    const result = harness.runCode(code, { gas: 1_000_000n });
    // GAS costs 2 in place of a PUSH, the output a word of memory
    const before = 1_000_000n - (pushes(kind) - 3n) - 2n - 3n - 2600n;
    assert.equal(result.word, before - before / 64n - 2n);
  });
}

test('a call with value costs 9,000, and 25,000 more when it brings an account to life', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(...call('CALL', nobody, { value: 1n, gas: 0n })), balance: 10n });
  // the stipend of 2,300 comes back
  assert.equal(harness.run().gasUsed, 21n + 2600n + 9000n + 25000n - 2300n);
  assert.equal(harness.run().gasUsed, 21n + 2600n + 9000n - 2300n);
  assert.equal(harness.balance(nobody), 2n);
});

test('a callee gets a stipend of 2,300 with value', () => {
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble('GAS', ...returnTop) });
  harness.put(contract, {
    code: assemble(...call('CALL', callee, { value: 1n, gas: 0n, output: 32 }), 0, 'MLOAD', ...returnTop),
    balance: 1n,
  });
  assert.equal(harness.run().word, 2298n);
});

test('a call with more wei than the balance fails and returns its gas', () => {
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble('INVALID') });
  const code = assemble(...call('CALL', callee, { value: 11n, gas: 50_000n }), 'RETURNDATASIZE', ...returnWords(2));
  harness.put(contract, { code, balance: 10n });
  const result = harness.run();
  assert.deepEqual(result.words, [0n, 0n]);
  assert.equal(result.gasUsed, 21n + 2600n + 9000n - 2300n + 2n + 12n + 6n + 6n);
});

test('a callee that halts uses only its own gas; its changes and logs are undone, its return data is empty', () => {
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble(1, 0, 'SSTORE', 0, 0, 'LOG0', 'INVALID') });
  const result = harness.runCode(
    assemble(2, 0, 'SSTORE', ...call('CALL', callee, { gas: 50_000n }), 'RETURNDATASIZE', ...returnWords(2)),
  );
  assert.deepEqual(result.words, [0n, 0n]);
  assert.equal(result.gasUsed, 6n + 22100n + 21n + 2600n + 50_000n + 2n + 12n + 6n + 6n);
  assert.equal(harness.slot(callee, 0), 0n);
  assert.equal(harness.slot(contract, 0), 2n);
  assert.deepEqual(result.logs, []);
});

test('a callee that reverts returns gas and data', () => {
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble(1, 0, 'SSTORE', 0xbad, 0, 'MSTORE', 32, 0, 'REVERT') });
  const result = harness.runCode(
    assemble(...call('CALL', callee, { output: 32 }), 'RETURNDATASIZE', 0, 'MLOAD', ...returnWords(3)),
  );
  assert.deepEqual(result.words, [0n, 32n, 0xbadn]);
  assert.equal(harness.slot(callee, 0), 0n);
});

test('a revert deep down undoes its frames, in order, and no others', () => {
  const harness = createEvmHarness();
  const inner = address(0x1111);
  harness.put(inner, { code: assemble(3, 0, 'SSTORE', 4, 0, 'SSTORE') });
  // writes 1, lets the inner one write, writes 2, reverts
  const middle = [1, 0, 'SSTORE', ...call('DELEGATECALL', inner), 2, 1, 'SSTORE', 0, 0, 'REVERT'];
  harness.put(callee, { code: assemble(...middle) });
  const result = harness.runCode(
    assemble(9, 0, 'SSTORE', ...call('DELEGATECALL', callee), ...call('DELEGATECALL', inner), ...returnWords(2)),
  );
  assert.deepEqual(result.words, [0n, 1n]);
  assert.equal(harness.slot(contract, 0), 4n);
  assert.equal(harness.slot(contract, 1), 0n);
});

test('warmth gained in a frame that reverts is lost', () => {
  const harness = createEvmHarness();
  harness.put(callee, { code: assemble(BigInt(nobody), 'BALANCE', 7, 'SLOAD', 0, 0, 'REVERT') });
  const code = assemble(...call('DELEGATECALL', callee), 'GAS', BigInt(nobody), 'BALANCE', 7, 'SLOAD', 'GAS');
  const result = harness.runCode(assemble(code, 'SWAP3', 'SUB', ...returnTop));
  assert.equal(result.status, 'success');
  const [before = 0n, after = 0n] = gasReadings(harness, code);
  assert.equal(before - after, 3n + 2600n + 3n + 2100n + 2n);
});

/** What the GAS opcodes of a program put on the stack. */
function gasReadings(harness: ReturnType<typeof createEvmHarness>, code: Uint8Array): bigint[] {
  const readings: bigint[] = [];
  harness.runCode(code, {}, { tracer: { onStep: (step) => step.opcode === 0x5a && readings.push(step.gas) } });
  return readings.slice(1);
}

test('in a static call every change halts, however deep', () => {
  const changes: Part[][] = [
    [1, 0, 'SSTORE'],
    [1, 0, 'TSTORE'],
    [0, 0, 'LOG0'],
    [1, 2, 3, 4, 0, 0, 'LOG4'],
    [0, 0, 0, 'CREATE'],
    [0, 0, 0, 0, 'CREATE2'],
    [0, 'SELFDESTRUCT'],
    call('CALL', nobody, { value: 1n }),
  ];
  const harness = createEvmHarness();
  const relay = address(0x4e1a);
  harness.put(relay, { code: assemble(...call('CALL', callee, { gas: 100_000n }), ...returnTop) });
  for (const change of changes) {
    harness.put(callee, { code: assemble(...change, 'STOP'), balance: 10n });
    const result = harness.runCode(assemble(...call('STATICCALL', relay, { output: 32 }), 0, 'MLOAD', ...returnTop));
    assert.equal(result.word, 0n, String(change.at(-1)));
    assert.ok(result.gasUsed > 100_000n);
  }
  harness.put(callee, { code: assemble(...call('CALL', nobody), 5, 'SLOAD', 'STOP') });
  assert.equal(
    harness.runCode(assemble(...call('STATICCALL', relay, { output: 32 }), 0, 'MLOAD', ...returnTop)).word,
    1n,
  );
});

test('1,024 nested calls work, one more fails and returns its gas', () => {
  const harness = createEvmHarness();
  // calls itself with what it was given plus 1; returns what the callee returned, else what it was given
  const head: Part[] = [0, 'CALLDATALOAD', 1, 'ADD', 0, 'MSTORE', ...call('CALL', contract, { input: 32, output: 32 })];
  const tail: Part[] = ['JUMPDEST', 32, 0, 'RETURN'];
  const own: Part[] = [0, 'CALLDATALOAD', 0, 'MSTORE'];
  const end = assemble(...head).length + 3 + assemble(...own).length;
  const code = assemble(...head, end, 'JUMPI', ...own, ...tail);
  const result = harness.runCode(code, { gas: 30_000_000_000_000n });
  assert.equal(result.word, 1024n);
  assert.ok(result.gasUsed < 1_000_000n);
});

test('an account that is empty and took part in a call is removed (EIP-161)', () => {
  const harness = createEvmHarness();
  for (const [kind, goes] of [
    ['CALL', true],
    ['STATICCALL', true],
    ['DELEGATECALL', false],
  ] as const) {
    harness.put(nobody, {});
    harness.runCode(assemble(...call(kind, nobody)));
    assert.equal(harness.state.account(nobody) === undefined, goes, kind);
  }
  harness.put(nobody, {});
  harness.runCode(assemble(...call('CALL', nobody), 'INVALID'));
  assert.notEqual(harness.state.account(nobody), undefined);
});

test('a delegated account runs the code of its delegate in its own context (EIP-7702)', () => {
  const harness = createEvmHarness();
  const owner = address(0x0ee);
  harness.put(owner, { code: concatBytes(fromHex('0xef0100'), fromHex(callee)), nonce: 1n });
  harness.put(callee, { code: context });
  const code = assemble(...call('CALL', owner, { gas: 60_000n, output: 96 }), 'POP', 96, 0, 'RETURN');
  const result = harness.runCode(code);
  assert.deepEqual(result.words, [BigInt(owner), BigInt(contract), 0n]);
  // both accounts are cold; the callee's three words of memory and its own instructions
  assert.equal(result.gasUsed, 21n + 9n + 5200n + (6n + 6n * 3n + 9n + 6n) + 2n + 6n);
  const size = harness.runCode(assemble(BigInt(owner), 'EXTCODESIZE', ...returnTop));
  assert.equal(size.word, 23n);
  assert.deepEqual(harness.run({ to: owner }).words, [BigInt(owner), BigInt(sender), 0n]);
  assert.equal(harness.run({ to: owner }, {}, { ...harness.block, fork: 'cancun' }).halt, 'invalid opcode');
});

test('a delegate is followed once only; a delegation to a native contract runs nothing', () => {
  const harness = createEvmHarness();
  const first = address(0xf1);
  const second = address(0xf2);
  harness.put(second, { code: concatBytes(fromHex('0xef0100'), fromHex(callee)), nonce: 1n });
  harness.put(first, { code: concatBytes(fromHex('0xef0100'), fromHex(second)), nonce: 1n });
  assert.equal(harness.run({ to: first }).halt, 'invalid opcode');
});
