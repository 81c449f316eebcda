import { createEngine } from '#qord/evm/engine.ts';
import type { Engine } from '#qord/kernel/engine.ts';
import { accessListOf } from '#qord/kernel/transaction/transaction.ts';
import { emptyView } from '#qord/state/empty-view.ts';
import { Random } from '#qord/testing/random/random.ts';
import { caseText } from '../gas/search/case-text.ts';
import { randomCase } from '../gas/search/random-case.ts';
import { runCase } from '../gas/search/run-case.ts';
import type { SearchCase } from '../gas/search/search-case.ts';
import type { EngineContext, StateCase } from '../official/apply-case.ts';
import type { ContextFor } from '../official/engine-contexts.ts';
import { createTestWorld } from '../official/test-world.ts';
import { applySent } from './apply-sent.ts';
import { withDueNonce, withExactGas } from './exact-gas.ts';
import { forks } from './fuzz.ts';
import { generateBlockScenario } from './generate-scenario.ts';
import { type Sent, toAccounts } from './scenario.ts';
import type { StateTestBlocks } from './state-test-blocks.ts';
import { withoutTips } from './without-tips.ts';

/** Transactions of one block on one state. */
export type AgedBlock = Pick<StateCase, 'pre' | 'block'> & { readonly sent: readonly Sent[] };

export type AgedMachine = {
  /** the engine that every block ages further */
  readonly aged: Engine;
  /** one that forgets the state between two runs */
  readonly isolated: Engine;
  /** an engine for one block */
  readonly create: () => Engine;
  readonly tests: StateTestBlocks;
  readonly contextFor: ContextFor;
};

/** Gas of a call that only ages the engine, and of calls through many contracts. */
const agingGas = 400_000n;
const deepGas = 16_000_000n;
/** Some state tests have hundreds of variants. */
const mostSent = 12;
/** More make a history slow to prepare. */
const mostContracts = 160;

/**
 * Executes the block of a seed with each transaction in an engine that knows nothing, and compares status, gas, output and logs of each
 * and the root after the last with two others: an engine that executes just this block, and one that has executed
 * everything before, sometimes with calls of strangers in between. Blocks are executed as transactions, as a block does,
 * or as messages, between which nothing is written. undefined when all is the same.
 */
export function fuzzAged(seed: number, { aged, isolated, create, tests, contextFor }: AgedMachine): string | undefined {
  const random = new Random(seed);
  if (random.chance(0.1)) return deepDifference(random, aged);
  const made = random.chance(0.3) ? tests.pick(random) : fuzzedBlock(random);
  const { natives } = contextFor(made.block.fork);
  const first = random.below(Math.max(1, made.sent.length - mostSent));
  const some = { ...made, sent: made.sent.slice(first, first + mostSent) };
  const block = { ...some, sent: withExactGas(random, some, { engine: isolated, natives }) };
  const run = random.chance(0.5) ? runMessage : runTransaction;
  const isAlone = random.chance(0.5);
  const expected = outcomes(block, run, () => ({ engine: isolated, natives }));
  const own = create();
  const inOwn = outcomes(block, run, () => ({ engine: own, natives }));
  const inAged = outcomes(block, run, () => {
    if (!isAlone) age(random, aged);
    return { engine: aged, natives };
  });
  return (
    firstDifference(expected, inOwn, 'in one engine for the block') ??
    firstDifference(expected, inAged, 'in the aged engine')
  );
}

function firstDifference(expected: readonly string[], found: readonly string[], where: string): string | undefined {
  const at = expected.findIndex((text, index) => text !== found[index]);
  return at < 0 ? undefined : `outcome ${at}: ${expected[at]}; ${where} ${found[at]}`;
}

function fuzzedBlock(random: Random): AgedBlock {
  const scenario = generateBlockScenario(random, random.pickWeighted(forks));
  const { accounts, block, sent } = random.chance(0.5) ? withoutTips(scenario, 0n) : scenario;
  return { pre: toAccounts(accounts), block, sent };
}

/** Calls of strangers: loops over few instructions, through contracts of all sizes. */
function age(random: Random, aged: Engine): void {
  for (let calls = random.below(3); calls > 0; calls--) runCase(smaller(randomCase(random)), aged, emptyView, agingGas);
}

const smaller = (searchCase: SearchCase): SearchCase => ({
  ...searchCase,
  contracts: Math.min(searchCase.contracts, mostContracts),
});

/** Calls through so many large contracts, each from within the one before, that their codes together fill a cache. */
function deepDifference(random: Random, aged: Engine): string | undefined {
  const call = { opcode: 'CALL', operands: [{ gasLeft: true }, { contract: true }, ...fiveZeros] } as const;
  const contracts = 180 + random.below(120);
  const codeSize = Math.min(24_576, Math.floor((4_000_000 + random.below(2_000_000)) / contracts));
  const one = { callee: 'next contract', contracts, isMixed: true, codeSize, init: 'stop', initSize: 32 } as const;
  const searchCase = { ...one, steps: [call], isKept: true, transactions: 1, isRepeated: false } as const;
  for (let i = 0; i < 6; i++) {
    const codes = { contracts: 20 + random.below(60), codeSize: 500 + random.below(24_077) };
    runCase({ ...searchCase, ...codes, callee: random.pick(['next contract', 'jumpdests']) }, aged, emptyView, deepGas);
  }
  const expected = runCase(searchCase, createEngine(), emptyView, deepGas).outcome;
  const found = runCase(searchCase, aged, emptyView, deepGas).outcome;
  return expected === found ? undefined : `${caseText(searchCase)}: ${expected}; in the aged engine ${found}`;
}

const zero = { constant: '0x0' };
const fiveZeros = [zero, zero, zero, zero, zero] as const;

/** What each transaction did, and the root at the end. `machineOf` is asked for the engine of each. */
function outcomes({ pre, block, sent }: AgedBlock, run: RunSent, machineOf: () => EngineContext): readonly string[] {
  const { state, root } = createTestWorld(pre);
  const texts = sent.map((one) => {
    try {
      const result = run(withDueNonce(one, pre, state), state, block, machineOf());
      return JSON.stringify(result ?? 'rejected', (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    } catch (error) {
      return `crashed: ${error instanceof Error ? error.message : error}`;
    }
  });
  return [...texts, root()];
}

type RunSent = (...of: Parameters<typeof applySent>) => object | undefined;

const runTransaction: RunSent = (...of) => {
  const applied = applySent(...of);
  return applied && { ...applied.outcome, gasUsed: applied.gasUsed };
};

/** Only the message of the transaction, with the gas of all of it. */
const runMessage: RunSent = ({ tx, blobs }, state, block, { engine, natives }) => {
  const { sender, to, value, data, gasLimit } = tx;
  if ((state.account(sender)?.balance ?? 0n) < value) return undefined;
  const parties = { caller: sender, origin: sender, to, value, data, gas: gasLimit, gasPrice: block.baseFee };
  const lists = { blobHashes: blobs?.hashes ?? [], accessList: accessListOf(tx), warmAccounts: [], refund: 0n };
  return engine.run(block, { ...parties, ...lists }, state, { natives });
};
