import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { ExecutionStoppedError, type Message } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { toHex } from '../primitives/hex.ts';
import { assemble, type Part, returnTop } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, type EvmHarness, sender } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';

const callee = address(0xca11ee);
const call: Part[] = [0, 0, 0, 0, 0, BigInt(callee), 'GAS', 'CALL'];

/** Counts down from a number of two bytes, does `body` each time, and returns the gas that is left. */
function loop(count: number, ...body: Part[]): Uint8Array {
  return assemble(count, 'JUMPDEST', ...body, 1, 'SWAP1', 'SUB', 'DUP1', 3, 'JUMPI', 'GAS', ...returnTop);
}

/** Calls that store and log, and creations, for some 70,000,000 gas. */
function createBusyHarness(engine = createEngine()): EvmHarness {
  const harness = createEvmHarness({}, engine);
  harness.put(contract, {
    code: loop(2_000, ...call, 'POP', 0, 0, 0, 'CREATE', 'POP', 'DUP1', 0, 'TSTORE'),
    nonce: 1n,
  });
  harness.put(callee, {
    code: assemble(0, 'SLOAD', 1, 'ADD', 0, 'SSTORE', 7, 0, 0, 'LOG1', 'STOP'),
  });
  return harness;
}

function messageOf(gas: bigint): Message {
  const none = { data: emptyBytes, blobHashes: [], accessList: [], warmAccounts: [] };
  return { caller: sender, origin: sender, to: contract, value: 0n, gas, gasPrice: 0n, refund: 0n, ...none };
}

/** Counts the slices of gas, and stops the run after some of them. */
function countSlices(most = Number.POSITIVE_INFINITY) {
  let count = 0;
  return {
    shouldStop: () => ++count > most,
    get count() {
      return count;
    },
  };
}

test('slices of gas change nothing', () => {
  const [plain, sliced] = [createBusyHarness(), createBusyHarness()];
  const gas = 200_000_000n;
  const expected = plain.engine.run(plain.block, messageOf(gas), plain.state, { natives: plain.contracts });
  const slices = countSlices();
  const options = { natives: sliced.contracts, shouldStop: slices.shouldStop };
  const outcome = sliced.engine.run(sliced.block, messageOf(gas), sliced.state, options);
  assert.equal(expected.status, 'success');
  assert.deepEqual(outcome, expected);
  assert.equal(sliced.slot(callee, 0), plain.slot(callee, 0));
  assert.deepEqual(sliced.state.account(contract), plain.state.account(contract));
  assert.ok(slices.count > 20, `${slices.count} slices`);
});

test('a slice that ends after a hash, inside of a block, changes neither gas nor result', () => {
  const long: Part[] = [300_000, 0, 'KECCAK256', 0, 'MSTORE', 0xff, 'POP', 'MSIZE', 'POP'];
  for (const count of [1, 2, 5, 12]) {
    const body: Part[] = Array.from({ length: count }, () => long).flat();
    const code = assemble(...body, 'GAS', 32, 'MSTORE', 64, 0, 'RETURN');
    const harness = createEvmHarness();
    const plain = harness.runCode(code, { gas: 10_000_000n });
    const slices = countSlices();
    const sliced = harness.runCode(code, { gas: 10_000_000n }, { shouldStop: slices.shouldStop });
    assert.equal(plain.status, 'success');
    assert.deepEqual([sliced.words, sliced.gasUsed], [plain.words, plain.gasUsed]);
    assert.ok(slices.count >= Math.floor(count / 4), `${slices.count} slices`);
    // to the last gas
    assert.equal(harness.run({ gas: plain.gasUsed }, { shouldStop: () => false }).status, 'success');
    assert.equal(harness.run({ gas: plain.gasUsed - 1n }, { shouldStop: () => false }).halt, 'out of gas');
  }
});

/** Bytes that KECCAK256 hashes between two questions (interpreter/hash.ts). */
const piece = 1024 * 136;

test('a long hash is the same in pieces, and can be stopped between them', () => {
  for (const length of [
    135,
    136,
    137,
    piece - 1,
    piece,
    piece + 1,
    2 * piece - 1,
    2 * piece,
    2 * piece + 1,
    2_900_000,
  ]) {
    const harness = createEvmHarness();
    const code = assemble(0xabcdef, length - 33, 'MSTORE', length, 0, 'KECCAK256', 'MSIZE', 'POP', ...returnTop);
    const message = new Uint8Array(length);
    message.set([0xab, 0xcd, 0xef], length - 4);
    const slices = countSlices();
    const { words } = harness.runCode(code, { gas: 17_000_000n }, { shouldStop: slices.shouldStop });
    assert.deepEqual(words, [BigInt(toHex(keccak256(message)))], `of ${length} bytes`);
    const within = Math.ceil(length / piece) - 1;
    assert.ok(slices.count >= within, `${slices.count} questions, ${within} of them within`);
    for (const most of [0, Math.floor(within / 2), within - 1].filter((count) => count >= 0 && count < within))
      assert.throws(() => harness.run({ gas: 17_000_000n }, { shouldStop: countSlices(most).shouldStop }), {
        name: 'ExecutionStoppedError',
      });
    assert.deepEqual(harness.run({ gas: 17_000_000n }).words, words, 'as if it had not been stopped');
  }
});

test('a run is stopped between two slices, and nothing of it remains', () => {
  const engine = createEngine();
  const [harness, untouched] = [createBusyHarness(engine), createBusyHarness()];
  const run = (of: EvmHarness, most?: number) => {
    const options = { natives: of.contracts, shouldStop: countSlices(most).shouldStop };
    return of.engine.run(of.block, messageOf(200_000_000n), of.state, options);
  };
  assert.throws(() => run(harness, 5), ExecutionStoppedError);
  assert.equal(harness.slot(callee, 0), 0n);
  assert.equal(harness.state.account(contract)?.nonce, 1n);
  assert.deepEqual(run(harness), run(untouched)); // the engine continues as if nothing had happened
});

test('the exact reason of a halt is looked for in slices too', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(400_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 'ADD', 'ADD') });
  const slices = countSlices();
  const options = { natives: harness.contracts, exactHalt: true, shouldStop: slices.shouldStop };
  const outcome = createEngine().run(harness.block, messageOf(50_000_000n), harness.state, options);
  assert.equal(outcome.halt, 'stack underflow');
  assert.match(outcome.haltText ?? '', /stack underflow/);
  assert.ok(slices.count > 30, `${slices.count} slices`);
});

test('what native contracts do counts towards a slice, also when they fail', () => {
  const native = address(0x02);
  const callNative: Part[] = [0, 0, 0, 0, BigInt(native), 2_000, 'STATICCALL', 'POP'];
  for (const output of [emptyBytes, undefined]) {
    const slow = { name: 'slow', stateful: false, gas: () => 2_000n, run: () => output } as const;
    const harness = createEvmHarness({ [native]: slow });
    harness.put(contract, { code: loop(1_000, ...callNative) });
    const slices = countSlices();
    const options = { natives: harness.contracts, shouldStop: slices.shouldStop };
    createEngine().run(harness.block, messageOf(50_000_000n), harness.state, options);
    assert.ok(slices.count > 80 && slices.count < 200, `${slices.count} slices`);
  }
});

test('a run whose logs take more bytes than allowed is stopped, and nothing of it remains', () => {
  const harness = createBusyHarness();
  const before = harness.state.account(contract);
  const run = (maxLogBytes: number) =>
    harness.engine.run(harness.block, messageOf(200_000_000n), harness.state, {
      natives: harness.contracts,
      maxLogBytes,
    });
  const snapshot = harness.state.snapshot();
  assert.throws(() => run(20_000), ExecutionStoppedError);
  assert.equal(harness.state.snapshot(), snapshot);
  assert.deepEqual(harness.state.account(contract), before);
  assert.equal(run(1_000_000).logs.length, 2_000);
});
