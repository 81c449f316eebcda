import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, TimeSlices } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
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
function createBusyStage(engine = createEngine()): EvmHarness {
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

/** A pause after every slice. */
function eachSlice(during: () => void = () => {}): TimeSlices & { pauses: number } {
  const turns = {
    pauses: 0,
    isOver: () => true,
    next: async () => {
      turns.pauses++;
      during();
    },
  };
  return turns;
}

test('an execution in turns does what one in a row does', async () => {
  const [row, turned] = [createBusyStage(), createBusyStage()];
  const gas = 200_000_000n;
  const expected = row.engine.run(row.block, messageOf(gas), row.state, { natives: row.contracts });
  const turns = eachSlice();
  const engine = createEngine();
  const options = { natives: turned.contracts };
  const outcome = await engine.runInSlices(turned.block, messageOf(gas), turned.state, options, turns);
  assert.equal(expected.status, 'success');
  assert.deepEqual(outcome, expected);
  assert.equal(turned.slot(callee, 0), row.slot(callee, 0));
  assert.deepEqual(turned.state.account(contract), row.state.account(contract));
  assert.ok(turns.pauses > 20, `${turns.pauses} pauses`);
});

test('runs of the same engine between the turns change nothing', async () => {
  const engine = createEngine();
  const [harness, other, alone] = [createBusyStage(engine), createBusyStage(engine), createBusyStage()];
  const between = () => assert.equal(other.run({ gas: 300_000n }).status, 'halt');
  const run = (of: EvmHarness, turns: TimeSlices) =>
    engine.runInSlices(of.block, messageOf(100_000_000n), of.state, { natives: of.contracts }, turns);
  assert.deepEqual(await run(harness, eachSlice(between)), await run(alone, eachSlice()));
});

test('what the turns reject with ends the execution, and nothing of it remains', async () => {
  const engine = createEngine();
  const harness = createBusyStage(engine);
  const turns = eachSlice(() => {
    if (turns.pauses === 5) throw new Error('enough');
  });
  const running = async () =>
    engine.runInSlices(harness.block, messageOf(200_000_000n), harness.state, { natives: harness.contracts }, turns);
  await assert.rejects(running, { message: 'enough' });
  assert.equal(harness.slot(callee, 0), 0n);
  assert.equal(harness.state.account(contract)?.nonce, 1n);
});

test('the exact reason of a halt is found in turns too', async () => {
  const engine = createEngine();
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(400_000, 'JUMPDEST', 1, 'SWAP1', 'SUB', 'DUP1', 4, 'JUMPI', 'ADD', 'ADD') });
  const options = { natives: harness.contracts, exactHalt: true };
  const turns = eachSlice();
  const outcome = await engine.runInSlices(harness.block, messageOf(50_000_000n), harness.state, options, turns);
  assert.equal(outcome.halt, 'stack underflow');
  assert.match(outcome.haltText ?? '', /stack underflow/);
  assert.ok(turns.pauses > 30, `${turns.pauses} pauses`);
});

test('what native contracts do counts towards a turn, also when they fail', async () => {
  const native = address(0x02);
  const callNative: Part[] = [0, 0, 0, 0, BigInt(native), 2_000, 'STATICCALL', 'POP'];
  for (const output of [emptyBytes, undefined]) {
    const slow = { name: 'slow', stateful: false, gas: () => 2_000n, run: () => output } as const;
    const harness = createEvmHarness({ [native]: slow });
    harness.put(contract, { code: loop(1_000, ...callNative) });
    const turns = eachSlice();
    const options = { natives: harness.contracts };
    await createEngine().runInSlices(harness.block, messageOf(50_000_000n), harness.state, options, turns);
    assert.ok(turns.pauses > 40 && turns.pauses < 100, `${turns.pauses} pauses`);
  }
});
