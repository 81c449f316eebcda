import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModuleContract, NativeCall } from '../kernel/engine.ts';
import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness } from '../testing/evm/harness.ts';

/** A module that runs the message in its input: 20 bytes of address, then data. It fails when the message fails. */
const relayAddress = address(0xd01);
const other = address(0xb0b);
const heir = address(0x4e17);

const relay = (prepare: (call: NativeCall) => void = () => undefined): ModuleContract => ({
  name: 'relay',
  stateful: true,
  gas: () => 100n,
  run: (call) => {
    const input = call.input.slice();
    prepare(call);
    const to = addressFromBytes(input.subarray(0, 20));
    const data = input.slice(20);
    const result = call.callEvm({ from: call.caller, to, value: 0n, data, gas: call.gas / 2n });
    const outcome = { gasUsed: result.gasUsed, output: result.output };
    return { status: result.failure === undefined ? 'success' : 'revert', ...outcome };
  },
});

/** Calls an account with one byte of data, directly or through the relay; leaves the status on the stack. */
function callOf(to: Address, byte: number, way: 'direct' | 'relayed'): Part[] {
  const isDirect = way === 'direct';
  const input = isDirect ? Uint8Array.of(byte) : Uint8Array.from([...addressToBytes(to), byte]);
  const word = new Uint8Array(32);
  word.set(input);
  const target = isDirect ? to : relayAddress;
  const push = Uint8Array.from([0x7f, ...word]);
  return [push, 0, 'MSTORE', 0, 0, input.length, 0, 0, BigInt(target), 'GAS', 'CALL'];
}

/** Jumps to one of the bodies by the first byte of the data: 0 and none take the first. */
function byData(...bodies: readonly (readonly Part[])[]): Uint8Array {
  const label = (at: number) => Uint8Array.of(0x61, at >> 8, at & 255);
  const assembleAt = (starts: readonly number[]) => {
    const jumps = bodies.slice(1).flatMap((_, at): Part[] => {
      return [0, 'CALLDATALOAD', 248, 'SHR', at + 1, 'EQ', label(starts[at + 1] ?? 0), 'JUMPI'];
    });
    return [
      assemble(...jumps, ...(bodies[0] ?? []), 'STOP'),
      ...bodies.slice(1).map((body) => assemble('JUMPDEST', ...body, 'STOP')),
    ];
  };
  const lengths = assembleAt([]).map(({ length }) => length);
  const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
  return assemble(...assembleAt(starts));
}

const ways = ['direct', 'relayed'] as const;

function harnessWith(way: (typeof ways)[number], first: (way: 'direct' | 'relayed') => Part[], ...bodies: Part[][]) {
  const harness = createEvmHarness({ [relayAddress]: relay() });
  harness.put(contract, { code: byData(first(way), ...bodies), balance: 1_000n, nonce: 1n });
  // Calls the contract back with the data that it was given.
  const back: Part[] = [0, 'CALLDATALOAD', 0, 'MSTORE', 0, 0, 1, 0, 0, BigInt(contract), 'GAS', 'CALL'];
  harness.put(other, { code: assemble(...back, 0, 'SSTORE'), nonce: 1n });
  return harness;
}

test('a contract on the call stack meets its own transient storage behind a module', () => {
  for (const way of ways) {
    const guarded: Part[] = [0, 'TLOAD', 1, 'SSTORE'];
    const harness = harnessWith(way, (to) => [7, 0, 'TSTORE', ...callOf(other, 1, to), 2, 'SSTORE'], guarded);
    assert.equal(harness.run().status, 'success', way);
    assert.equal(harness.slot(contract, 1), 7n, `${way}: the guard is set`);
    assert.equal(harness.slot(contract, 2), 1n);
  }
});

test('what a message of a module stores is transient for the whole transaction, and undone with its frame', () => {
  for (const way of ways) {
    const stores: Part[] = [9, 5, 'TSTORE'];
    const fails: Part[] = [8, 5, 'TSTORE', 8, 5, 'SSTORE', 0, 0, 'REVERT'];
    const calls = (to: (typeof ways)[number]): Part[] => [
      ...callOf(contract, 1, to),
      'POP',
      ...callOf(contract, 2, to),
      3,
      'SSTORE',
      5,
      'TLOAD',
      4,
      'SSTORE',
    ];
    const harness = harnessWith(way, calls, stores, fails);
    assert.equal(harness.run().status, 'success', way);
    assert.deepEqual(
      [3, 4, 5].map((at) => harness.slot(contract, at)),
      [0n, 9n, 0n],
      way,
    );
  }
});

test('a contract of the same transaction ends behind a module as it would without (EIP-6780)', () => {
  const destroys = Uint8Array.from([0x73, ...addressToBytes(heir), 0xff]);
  const deploy = assemble(
    Uint8Array.from([0x75, ...destroys]),
    0,
    'MSTORE',
    destroys.length,
    32 - destroys.length,
    'RETURN',
  );
  const word = new Uint8Array(64);
  word.set(deploy);
  const [head, tail] = [word.slice(0, 32), word.slice(32)];
  const create: Part[] = [
    ...[Uint8Array.from([0x7f, ...head]), 0, 'MSTORE', Uint8Array.from([0x7f, ...tail]), 32, 'MSTORE'],
    ...[deploy.length, 0, 5, 'CREATE', 'DUP1', 0, 'SSTORE'],
  ];
  for (const isLate of [false, true]) {
    const balances = ways.map((way) => {
      const harness = createEvmHarness({ [relayAddress]: relay() });
      // The created address is on the stack: stored as input of the relay, or called.
      const call: Part[] =
        way === 'direct'
          ? [0, 0, 0, 0, 0, 0, 'SLOAD', 'GAS', 'CALL', 'POP']
          : [0, 'SLOAD', 96, 'SHL', 0, 'MSTORE', 0, 0, 20, 0, 0, BigInt(relayAddress), 'GAS', 'CALL', 'POP'];
      const code = byData([...create, 'POP', ...(isLate ? [] : call)], call);
      harness.put(contract, { code, balance: 1_000n, nonce: 1n });
      assert.equal(harness.run().status, 'success');
      const created = harness.slot(contract, 0);
      if (isLate) assert.equal(harness.run({ data: Uint8Array.of(1) }).status, 'success');
      const at = address(0).slice(0, 2) + created.toString(16).padStart(40, '0');
      return [harness.balance(heir), harness.state.account(at as Address)?.codeHash === undefined];
    });
    assert.deepEqual(balances[1], balances[0]);
    assert.deepEqual(balances[0], [5n, !isLate], isLate ? 'of an earlier transaction: it stays' : 'it is gone');
  }
});

test('a module creates a contract from no more initcode than a contract does (EIP-3860), and nothing begins', () => {
  const results: unknown[] = [];
  let lengths: number[] = [];
  const creating: ModuleContract = {
    ...relay(),
    run: ({ caller, gas, callEvm }) => {
      const [length = 0] = lengths.splice(0, 1);
      const value = lengths.length === 0 ? 1n : 0n;
      const data = new Uint8Array(length);
      const { failure, gasUsed, isRefused } = callEvm({ from: caller, to: undefined, value, data, gas: gas / 2n });
      results.push([failure, gasUsed, isRefused]);
      return { status: 'success', gasUsed, output: emptyBytes };
    },
  };
  const once: Part[] = [0, 0, 0, 0, 0, BigInt(relayAddress), 'GAS', 'CALL', 'POP'];
  for (const maxCodeBytes of [undefined, 30_000]) {
    const most = 2 * (maxCodeBytes ?? 24_576);
    lengths = [most, most + 1, most];
    const harness = createEvmHarness({ [relayAddress]: creating });
    harness.put(contract, { code: assemble(...once, ...once, ...once), nonce: 1n });
    assert.equal(harness.run({}, {}, { ...harness.block, maxCodeBytes }).status, 'success');
    assert.deepEqual(results.splice(0), [
      [undefined, 0n, false],
      ['max initcode size exceeded', 0n, true],
      ['insufficient balance for transfer', 0n, true],
    ]);
    assert.equal(harness.state.account(contract)?.nonce, 2n);
  }
});

test('refunds and warm slots are those of the transaction', () => {
  const gas = ways.map((way) => {
    const clears: Part[] = [0, 1, 'SSTORE'];
    const harness = harnessWith(way, (to) => [1, 'SLOAD', 'POP', ...callOf(contract, 1, to)], clears);
    harness.state.setEntry(contract, `0x${'01'.padStart(64, '0')}`, Uint8Array.of(9));
    const { refund, gasUsed } = harness.run();
    assert.equal(refund, 4_800n, way);
    assert.equal(harness.slot(contract, 1), 0n);
    return gasUsed;
  });
  assert.ok((gas[1] ?? 0n) < (gas[0] ?? 0n) + 1_000n, 'the slot is warm behind the module');
});

test('a message sees what its module has done before, and the module what the message did', () => {
  const seen: bigint[] = [];
  const prepared = relay(({ state, caller }) => {
    seen.push(state.balance(heir));
    state.transfer(caller, heir, 3n);
  });
  const harness = createEvmHarness({ [relayAddress]: prepared });
  const pays: Part[] = [BigInt(heir), 'BALANCE', 1, 'SSTORE', 0, 0, 0, 0, 4, BigInt(heir), 'GAS', 'CALL', 'POP'];
  const calls: Part[] = [...callOf(contract, 1, 'relayed'), 'POP', ...callOf(contract, 1, 'relayed'), 'POP'];
  harness.put(contract, { code: byData([...calls, BigInt(heir), 'BALANCE', 2, 'SSTORE'], pays), balance: 100n });
  assert.equal(harness.run().status, 'success');
  assert.deepEqual(seen, [0n, 7n]);
  assert.deepEqual([harness.slot(contract, 1), harness.slot(contract, 2), harness.balance(heir)], [10n, 14n, 14n]);
});

test('a module whose message succeeded may still be undone, with everything', () => {
  const failing: ModuleContract = {
    ...relay(),
    run: (call) => {
      call.callEvm({ from: call.caller, to: contract, value: 0n, data: Uint8Array.of(1), gas: call.gas / 2n });
      return { status: 'revert', gasUsed: 0n, output: emptyBytes };
    },
  };
  const harness = createEvmHarness({ [relayAddress]: failing });
  const acts: Part[] = [1, 1, 'SSTORE', 1, 1, 'TSTORE', 0, 0, 'LOG0', 0, 0, 0, 0, 9, BigInt(heir), 'GAS', 'CALL'];
  const calls: Part[] = [...callOf(other, 0, 'relayed'), 2, 'SSTORE', 1, 'TLOAD', 3, 'SSTORE'];
  harness.put(contract, { code: byData([...calls, 1, 4, 'SSTORE'], acts), balance: 100n, nonce: 1n });
  const { status, logs } = harness.run();
  assert.equal(status, 'success');
  assert.equal(logs.length, 0);
  assert.deepEqual(
    [1, 2, 3, 4].map((at) => harness.slot(contract, at)),
    [0n, 0n, 0n, 1n],
  );
  assert.equal(harness.balance(heir), 0n);
});
