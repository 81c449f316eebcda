import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModuleContract, NativeCall } from '../kernel/engine.ts';
import { bigintToFixedBytes, bytesToBigint, emptyBytes } from '../primitives/bytes.ts';
import { assemble, type Part, returnTop, returnWords } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender, slotKey } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';
import { call, counted, gas, ledger, natives, record, success } from './testing/native-contracts.ts';

test('a module can be the target of a message', () => {
  const harness = createEvmHarness(natives);
  const result = harness.run({ to: ledger });
  assert.equal(result.word, 1n);
  assert.equal(result.gasUsed, 1000n);
  assert.equal(counted(harness), 1n);
  assert.deepEqual(result.logs, [{ address: ledger, topics: [], data: Uint8Array.of(0) }]);
});

test('the effects of a module in a discarded run are undone, and the next run does not see them', () => {
  const harness = createEvmHarness(natives);
  harness.put(sender, { balance: 5n });
  const twice = assemble(
    7,
    1,
    'SSTORE',
    ...call('CALL', ledger),
    'POP',
    ...call('CALL', ledger),
    'POP',
    0,
    'MLOAD',
    ...returnTop,
  );
  for (const _ of [1, 2]) {
    const look = harness.runCode(twice, { value: 3n }, { discards: true });
    assert.deepEqual([look.word, look.logs.length], [2n, 2]);
    assert.deepEqual([counted(harness), harness.slot(contract, 1), harness.balance(sender)], [0n, 0n, 5n]);
  }
  assert.equal(harness.runCode(twice).word, 2n);
  assert.deepEqual([counted(harness), harness.slot(contract, 1)], [2n, 7n]);
  assert.equal(harness.runCode(twice, {}, { discards: true }).word, 4n);
  assert.equal(counted(harness), 2n);
});

test('a discarded transaction counts the nonce of its caller while it lasts', () => {
  const harness = createEvmHarness();
  // the called contract creates an empty contract and returns its address, which follows from its nonce
  const code = assemble(0, 0, 0, 'CREATE', ...returnTop);
  harness.put(contract, { code, nonce: 5n });
  const sent = harness.run({ caller: contract, countsNonce: true }, { discards: true }).word;
  assert.equal(harness.state.account(contract)?.nonce, 5n);
  harness.put(contract, { code, nonce: 6n });
  assert.equal(sent, harness.run().word);
});

test('all kinds of calls reach a module; warm from the start', () => {
  const harness = createEvmHarness(natives);
  for (const [kind, expected] of [
    ['CALL', 1n],
    ['CALLCODE', 2n],
    ['DELEGATECALL', 3n],
    ['STATICCALL', 3n],
  ] as const) {
    const result = harness.runCode(assemble(...call(kind, ledger), 'POP', 0, 'MLOAD', ...returnTop));
    assert.equal(result.word, expected, kind);
    assert.ok(result.gasUsed < 1300n, 'no cold access');
  }
});

test('a module sees the context of its call', () => {
  const seen: NativeCall[] = [];
  const spy: ModuleContract = {
    name: 'spy',
    stateful: true,
    gas,
    run(it) {
      seen.push({ ...it, input: it.input.slice() }); // the input is only valid during the call
      return success(emptyBytes);
    },
  };
  const harness = createEvmHarness({ [ledger]: spy });
  harness.put(sender, { balance: 9n });
  harness.run({ to: ledger, value: 4n, data: Uint8Array.of(7), gas: 5000n });
  harness.runCode(assemble(...call('DELEGATECALL', ledger)));
  const [direct, delegated] = seen;
  assert.equal(direct?.caller, sender);
  assert.equal(direct.self, ledger);
  assert.equal(direct.value, 4n);
  assert.deepEqual(direct.input, Uint8Array.of(7));
  assert.equal(direct.gas, 4000n, 'its price is taken already');
  assert.equal(direct.depth, 0);
  assert.equal(delegated?.self, contract);
  assert.equal(delegated.caller, sender);
  assert.equal(delegated.depth, 1);
  assert.equal(harness.balance(ledger), 4n);
});

test('a module sees what code wrote before, and code sees what a module wrote', () => {
  const swapping: ModuleContract = {
    name: 'swapping',
    stateful: true,
    gas,
    run({ state }) {
      const before = state.entry(contract, slotKey(0)) ?? emptyBytes;
      state.setEntry(contract, slotKey(0), Uint8Array.of(77));
      state.mint(contract, 5n);
      return success(bigintToFixedBytes(bytesToBigint(before), 32));
    },
  };
  const harness = createEvmHarness({ [ledger]: swapping });
  const parts: Part[] = [33, 0, 'SSTORE', ...call('CALL', ledger), 'POP', 0, 'MLOAD', 0, 'SLOAD', 'SELFBALANCE'];
  const result = harness.runCode(assemble(...parts, ...returnWords(3)));
  assert.deepEqual(result.words, [33n, 77n, 5n]);
  assert.equal(harness.slot(contract, 0), 77n);
});

test('reverts and failures of a module undo it at once', () => {
  const harness = createEvmHarness(natives);
  const parts: Part[] = [...call('CALL', ledger), ...call('CALL', ledger, 1), 'RETURNDATASIZE'];
  const result = harness.runCode(assemble(...parts, ...call('CALL', ledger, 2), ...returnWords(4)));
  assert.deepEqual(result.words, [1n, 0n, 1n, 0n]);
  assert.equal(counted(harness), 1n);
  assert.equal(result.logs.length, 1);
  assert.ok(result.gasUsed > 900_000n, 'a failure takes all the gas of the call');
});

test('a frame that reverts takes its module calls along, and storage goes back through them', () => {
  const harness = createEvmHarness(natives);
  const inner = address(0x111);
  // 1 in slot 0; module; 2 in slot 0; module; revert
  const writing: Part[] = [1, 0, 'SSTORE', ...call('CALL', ledger), 2, 0, 'SSTORE', ...call('CALL', ledger)];
  harness.put(inner, { code: assemble(...writing, 0, 0, 'REVERT'), storage: { 0: 9n } });
  const outer: Part[] = [...call('CALL', ledger), ...call('CALL', inner), ...call('CALL', ledger)];
  const result = harness.runCode(assemble(...outer, ...returnWords(3)));
  assert.deepEqual(result.words, [1n, 0n, 1n]);
  assert.equal(counted(harness), 2n);
  assert.equal(harness.slot(inner, 0), 9n);
  assert.equal(result.logs.length, 2);
});

test('warmth and original values outlive a module call', () => {
  const harness = createEvmHarness(natives);
  harness.put(contract, {
    code: assemble(0, 0, 'SSTORE', ...call('CALL', ledger), 0, 0, 'SSTORE', 5, 0, 'SSTORE', 0, 'SLOAD', ...returnTop),
    storage: { 0: 5n },
  });
  const result = harness.run();
  assert.equal(result.word, 5n);
  assert.equal(result.refund, 2800n, '5 → 0 → 5: cleared, then reset to the original');
  assert.equal(harness.slot(contract, 0), 5n);
});

test('when the whole message halts, the effects of the module are undone', () => {
  const harness = createEvmHarness(natives);
  const result = harness.runCode(assemble(3, 0, 'SSTORE', ...call('CALL', ledger), 'INVALID'));
  assert.equal(result.status, 'halt');
  assert.equal(counted(harness), 0n);
  assert.equal(harness.slot(contract, 0), 0n);
});

test('a module may run code itself: on the same state, in an instance of its own', () => {
  const engine = createEngine();
  const target = address(0x7a);
  const relaying: ModuleContract = {
    name: 'relaying',
    stateful: true,
    gas,
    run({ block, state, gas }) {
      const message = { caller: ledger, origin: ledger, to: target, value: 0n, data: emptyBytes, gas };
      const rest = { gasPrice: 0n, blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
      const outcome = engine.run(block, { ...message, ...rest }, state, { natives: harness.contracts });
      return success(outcome.output, gas - outcome.gasLeft);
    },
  };
  const harness = createEvmHarness({ [ledger]: relaying }, engine);
  harness.put(target, { code: assemble(0, 'SLOAD', 1, 'ADD', 'DUP1', 0, 'SSTORE', ...returnTop) });
  const once: Part[] = [...call('CALL', ledger), 'POP', 0, 'MLOAD'];
  const result = harness.runCode(assemble(...once, ...once, ...returnWords(2)));
  assert.deepEqual(result.words, [1n, 2n]);
  assert.equal(harness.slot(target, 0), 2n);
});

test('an error thrown by a module leaves the state as it was', () => {
  const broken: ModuleContract = {
    name: 'broken',
    stateful: true,
    gas,
    run({ state }) {
      state.setEntry(ledger, record, Uint8Array.of(1));
      throw new Error('broken');
    },
  };
  const harness = createEvmHarness({ [ledger]: broken });
  harness.put(contract, { code: assemble(3, 0, 'SSTORE', ...call('CALL', ledger)) });
  assert.throws(() => harness.run(), /broken/);
  assert.equal(harness.slot(contract, 0), 0n);
  assert.equal(counted(harness), 0n);
  assert.equal(harness.runCode(assemble(0, 'SLOAD', ...returnTop)).word, 0n);
});

test('what was written to the state once is not processed again by every later module call', () => {
  const harness = createEvmHarness(natives);
  // each module call sees all slots so far: 1, 2, 3 … in slots 1, 2, 3 …
  const count = 40;
  const parts = Array.from({ length: count }, (_, at): Part[] => [
    at + 1,
    at + 1,
    'SSTORE',
    ...call('CALL', ledger),
    'POP',
  ]);
  const again: Part[] = [9, 1, 'SSTORE', ...call('CALL', ledger, 1), 'POP', 1, 'SLOAD'];
  const result = harness.runCode(assemble(...parts.flat(), ...again, ...returnTop), { gas: 10_000_000n });
  assert.equal(result.word, 9n, 'the slot changes again after it was written');
  assert.equal(counted(harness), BigInt(count), 'the last call is reverted');
  for (let at = 2; at <= count; at++) assert.equal(harness.slot(contract, at), BigInt(at));
  assert.equal(harness.slot(contract, 1), 9n);
});
