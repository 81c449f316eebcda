import { createEngine } from '../../evm/engine.ts';
import type { Engine } from '../../kernel/engine.ts';
import { emptyView } from '../../state/empty-view.ts';
import type { ContextFor } from '../engine-contexts.ts';
import { caseText } from '../gas/search/case-text.ts';
import { randomCase } from '../gas/search/random-case.ts';
import { runCase } from '../gas/search/run-case.ts';
import type { SearchCase } from '../gas/search/search-case.ts';
import { applyCase, type StateCase } from '../official/apply-case.ts';
import { createTestWorld } from '../official/test-world.ts';
import { forks } from './fuzz.ts';
import { generateBlockScenario } from './generate-scenario.ts';
import { Random } from './random.ts';
import { toAccounts } from './scenario.ts';
import type { StateTestBlocks } from './state-test-blocks.ts';

/** Transactions of one block on one state. */
export type AgedBlock = Pick<StateCase, 'pre' | 'block'> & {
  readonly sent: readonly Pick<StateCase, 'tx' | 'blobs'>[];
};

export type AgedMachine = {
  /** the engine that every block ages further */
  readonly aged: Engine;
  readonly tests: StateTestBlocks;
  readonly contextFor: ContextFor;
};

/** Gas of a call that only ages the engine, and of calls through many contracts. */
const agingGas = 400_000n;
const deepGas = 16_000_000n;
/** More make a history slow to prepare. */
const mostContracts = 160;

/**
 * Executes the block of a seed in a new engine and, with random calls of strangers before each transaction, in one that
 * has executed everything before: undefined when status, gas, output and logs of each transaction and the root after
 * the last are the same.
 */
export function fuzzAged(seed: number, { aged, tests, contextFor }: AgedMachine): string | undefined {
  const random = new Random(seed);
  if (random.chance(0.15)) return deepDifference(random, aged);
  const block = random.chance(0.3) ? tests.pick(random) : fuzzedBlock(random);
  const { natives } = contextFor(block.block.fork);
  const expected = outcomes(block, { engine: createEngine(), natives }, () => {});
  const found = outcomes(block, { engine: aged, natives }, () => age(random, aged));
  const at = expected.findIndex((text, index) => text !== found[index]);
  return at < 0 ? undefined : `outcome ${at}: ${expected[at]}; in the aged engine ${found[at]}`;
}

function fuzzedBlock(random: Random): AgedBlock {
  const { accounts, block, sent } = generateBlockScenario(random, random.pickWeighted(forks));
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

/** What each transaction did, and the root at the end. */
function outcomes(
  { pre, block, sent }: AgedBlock,
  machine: ReturnType<ContextFor>,
  before: () => void,
): readonly string[] {
  const { state, root } = createTestWorld(pre);
  const first = new Map(Object.entries(pre).map(([address, { nonce }]) => [address, nonce]));
  const texts = sent.map(({ tx, blobs }) => {
    before();
    const later = (state.account(tx.sender)?.nonce ?? 0n) - (first.get(tx.sender) ?? 0n);
    try {
      const { applied, rejection } = applyCase(
        { block, blobs, tx: { ...tx, nonce: tx.nonce + later } },
        state,
        machine,
      );
      if (applied === undefined) return `rejected: ${rejection}`;
      const { outcome, gasUsed } = applied;
      return JSON.stringify({ ...outcome, gasUsed }, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    } catch (error) {
      return `crashed: ${error instanceof Error ? error.message : error}`;
    }
  });
  return [...texts, root()];
}
