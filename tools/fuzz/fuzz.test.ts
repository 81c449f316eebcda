import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#qord/evm/engine.ts';
import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import type { Engine } from '#qord/kernel/engine.ts';
import { createEngineContexts } from '../official/engine-contexts.ts';
import { dryRunTwice } from './dry-run-twice.ts';
import { fuzzOnce } from './fuzz.ts';
import { type AgedMachine, fuzzAged } from './fuzz-aged.ts';
import { fuzzBlock } from './fuzz-block.ts';
import { createIsolatedEngine } from './isolated-engine.ts';
import { openStateTestBlocks } from './state-test-blocks.ts';

const contextFor = createEngineContexts();
const withDryRuns = dryRunTwice(contextFor);

test('an independent implementation agrees on random programs and transactions', async () => {
  for (let seed = 1; seed <= 120; seed++) assert.equal(await fuzzOnce(seed, contextFor), undefined, `seed ${seed}`);
});

test('a discarded run has the outcome of a kept one and no effect', async () => {
  for (let seed = 1001; seed <= 1040; seed++)
    assert.equal(await fuzzOnce(seed, withDryRuns), undefined, `seed ${seed}`);
});

test('a wrong gas price is found and the scenario shrunk', async () => {
  const wrong = (engine: Engine): Engine => ({
    run: (block, message, ...rest) => engine.run(block, { ...message, gas: message.gas - 1n }, ...rest),
  });
  const wrongOf = (fork: Parameters<typeof contextFor>[0]) => {
    const { engine, natives } = contextFor(fork);
    return { engine: wrong(engine), natives };
  };
  const findings = [await fuzzOnce(1, wrongOf), await fuzzOnce(3, wrongOf), await fuzzOnce(4, wrongOf)];
  const finding = findings.find((found) => found !== undefined);
  assert.match(finding?.difference ?? '', /^gas: ours \d+, theirs \d+$/);
  assert.ok((finding?.json.length ?? Number.POSITIVE_INFINITY) < 2_000, 'the scenario is short');
});

test('an independent implementation agrees on every transaction of random blocks', async () => {
  for (let seed = 1; seed <= 30; seed++) assert.equal(await fuzzBlock(seed, withDryRuns), undefined, `seed ${seed}`);
});

test('an engine that forgets a transaction of its block is found', async () => {
  let runs = 0;
  const contexts = createEngineContexts();
  const forgetful = (fork: Parameters<typeof contexts>[0]) => {
    const { engine, natives } = contexts(fork);
    const run: Engine['run'] = (block, message, state, options) => {
      runs++;
      return engine.run(block, message, state, { ...options, discards: runs === 3 });
    };
    return { engine: { run }, natives };
  };
  let found: Awaited<ReturnType<typeof fuzzBlock>>;
  for (let seed = 1; found === undefined && seed <= 20; seed++) {
    runs = 0;
    found = await fuzzBlock(seed, forgetful);
  }
  assert.ok((found?.index ?? 0) >= 2, 'in the third transaction or one after it');
});

const agedMachine = (create: AgedMachine['create']): AgedMachine => ({
  ...{
    aged: createEngine(),
    isolated: createIsolatedEngine(),
    create,
    contextFor,
    tests: openStateTestBlocks(undefined),
  },
});

test('no outcome of a random block depends on what the engine did before', () => {
  const machine = agedMachine(createEngine);
  for (let seed = 1; seed <= 20; seed++) assert.equal(fuzzAged(seed, machine), undefined, `seed ${seed}`);
});

/** An instance that keeps the records of accounts that the end of a message removes. */
function keepingDeadAccounts(): EvmInstance {
  const instance = new EvmInstance();
  const { accounts, engine } = instance;
  let hasRemoved = false;
  const remove = accounts.removeDeadAccounts.bind(accounts);
  accounts.removeDeadAccounts = (state) => {
    const { version } = state;
    const burned = remove(state);
    hasRemoved = state.version !== version;
    return burned;
  };
  const invalidateValues = () => {
    if (!hasRemoved) engine.invalidateValues();
    hasRemoved = false;
  };
  return Object.assign(instance, { engine: Object.assign(Object.create(engine), { invalidateValues }) });
}

test('an engine that keeps what a message has removed is found where nothing is written before the next', () => {
  const machine = agedMachine(() => createEngine(keepingDeadAccounts));
  let found: string | undefined;
  for (let seed = 1; found === undefined && seed <= 200; seed++) found = fuzzAged(seed, machine); // one in sixty has it
  assert.match(found ?? '', /in one engine for the block/);
});
