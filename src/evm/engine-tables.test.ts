import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine, Outcome } from '../kernel/engine.ts';
import { assemble, type Part, returnTop } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';
import { EvmInstance } from './instance/evm-instance.ts';
import { Run } from './instance/run.ts';

/** A harness whose messages all run in one instance, which the test can look into. */
function createInstanceHarness() {
  const instance = new EvmInstance();
  const run: Engine['run'] = (...of) => instance.execute(new Run(...of)) as Outcome;
  const engine: Engine = { ...createEngine(), run };
  return { instance, harness: createEvmHarness({}, engine) };
}

/** Code that runs `body`, which takes i · factor from the stack, for each i from `count` down to 1. */
function forMultiples(factor: bigint, count: number, body: readonly Part[]): Uint8Array {
  const head = assemble(count);
  const loop: Part[] = ['JUMPDEST', 'DUP1', factor, 'MUL', ...body, 1, 'SWAP1', 'SUB', 'DUP1', head.length, 'JUMPI'];
  return assemble(head, ...loop);
}

type Table = 'slot' | 'account' | 'transient';

/** Buckets that a search looks at on average. */
function meanProbes({ engine }: EvmInstance, table: Table): number {
  const probes = { slot: engine.slotProbes, account: engine.accountProbes, transient: engine.transientProbes };
  const counts = { slot: engine.slotCount, account: engine.accountCount, transient: engine.transientCount };
  return probes[table]() / counts[table].value;
}

/** Keys that share one bucket, or fill neighbours, under a hash without a key. */
const hostileFactors = [2n ** 192n + 1n, 2n ** 64n + 1n, 1n, 2n ** 43n, 2n ** 224n, 2n ** 32n + 2n ** 224n];

const bodies: Readonly<Record<Table, readonly Part[]>> = {
  transient: [1, 'SWAP1', 'TSTORE'],
  slot: ['SLOAD', 'POP'],
  account: ['BALANCE', 'POP'],
};
/** Records for which the table is as full as it is before it is dropped, or as a transaction can fill it. */
const counts: Readonly<Record<Table, number>> = { transient: 90_000, slot: 90_000, account: 60_000 };

for (const table of ['transient', 'slot', 'account'] as const) {
  test(`no choice of keys makes a search in the table of ${table} records long`, () => {
    const factors = table === 'account' ? hostileFactors.map((factor) => factor % 2n ** 160n || 1n) : hostileFactors;
    for (const factor of factors) {
      const { instance, harness } = createInstanceHarness();
      const code = forMultiples(factor, counts[table], bodies[table]);
      assert.equal(harness.runCode(code, { gas: 10n ** 9n }).status, 'success');
      // twice as many buckets as records: 1.5 on average when they are spread at random
      assert.ok(meanProbes(instance, table) < 3, `${factor}: ${meanProbes(instance, table)}`);
    }
  });
}

test('each instance hashes with keys of its own, and with new ones when its tables are cleared', () => {
  const code = forMultiples(3n, 40_000, [1, 'SWAP1', 'TSTORE']);
  const probes = new Set<number>();
  const { instance, harness } = createInstanceHarness();
  for (let round = 0; round < 6; round++) {
    instance.clearTables();
    harness.runCode(code, { gas: 10n ** 9n });
    probes.add(instance.engine.transientProbes());
    const other = createInstanceHarness();
    other.harness.runCode(code, { gas: 10n ** 9n });
    probes.add(other.instance.engine.transientProbes());
  }
  // some of the twelve may be equal by chance
  assert.ok(probes.size > 3, [...probes].join());
});

/** Sets a counter of the engine, as after that many runs. */
function setCounter(instance: EvmInstance, name: 'epoch' | 'generation', value: number): void {
  (instance.engine[name] as { value: number }).value = value;
}

for (const name of ['epoch', 'generation'] as const) {
  for (const start of [2 ** 31 - 3, 2 ** 32 - 3]) {
    test(`the counter ${name} never wraps, from ${start}`, () => {
      const { instance, harness } = createInstanceHarness();
      // warm and original values count from the beginning in each run; so does what another has changed
      const code = assemble(1, 'SLOAD', 'DUP1', 1, 'ADD', 1, 'SSTORE', ...returnTop);
      harness.put(contract, { code, nonce: 1n, storage: { 1: 5n } });
      const first = harness.run();
      setCounter(instance, name, start);
      for (let round = 1n; round <= 8n; round++) {
        harness.put(address(0xb0b), { balance: round });
        const again = harness.run();
        assert.equal(again.word, 5n + round);
        assert.equal(again.gasUsed, first.gasUsed);
      }
      assert.ok(instance.engine[name].value < 2 ** 31, 'counts again');
    });
  }
}
