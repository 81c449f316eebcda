import { Random } from '#qord/testing/random/random.ts';
import type { ContextFor } from '../official/engine-contexts.ts';
import { generateArithmeticScenario } from './generate-arithmetic.ts';
import { generateProgramScenario, generateTransactionScenario } from './generate-scenario.ts';
import { runOracle } from './run-oracle.ts';
import { runQordEngine } from './run-qord-engine.ts';
import { difference, isCompleted, type RunResult } from './run-result.ts';
import { type Scenario, toStateCase } from './scenario.ts';
import { scenarioJson } from './scenario-json.ts';
import { shrink } from './shrink.ts';

/** A scenario in which the two implementations differ, shrunk. `json` is a state test of it. */
type Finding = { readonly seed: number; readonly difference: string; readonly json: string };

const kinds = [
  [10, generateProgramScenario],
  [6, generateTransactionScenario],
  [2, generateArithmeticScenario],
] as const;

/** The rules under which scenarios run, by weight. */
export const forks = [
  [1, 'cancun'],
  [3, 'prague'],
  [4, 'osaka'],
] as const;

/** Generates the scenario of a seed and runs it with both implementations; undefined when they agree. */
export async function fuzzOnce(seed: number, contextFor: ContextFor): Promise<Finding | undefined> {
  const random = new Random(seed);
  const fork = random.pickWeighted(forks);
  const scenario = random.pickWeighted(kinds)(random, fork);
  const { found, result } = await compare(scenario, contextFor);
  if (found !== undefined) return report(seed, scenario, contextFor);
  const shorter = withLessGas(random, scenario, result);
  if (shorter === undefined || (await compare(shorter, contextFor)).found === undefined) return undefined;
  return report(seed, shorter, contextFor);
}

async function compare(scenario: Scenario, contextFor: ContextFor) {
  const result = await runOracle(scenario);
  const found = difference(runQordEngine(toStateCase(scenario), contextFor(scenario.block.fork)), result);
  return { found, result };
}

/** The scenario with less gas than it used, so that it runs out of gas at any point. */
function withLessGas(random: Random, scenario: Scenario, result: RunResult): Scenario | undefined {
  if (!isCompleted(result) || result.gasUsed <= 21_001n) return undefined;
  const gasLimit = 21_001n + BigInt(random.below(Number(result.gasUsed - 21_001n)));
  return { ...scenario, tx: { ...scenario.tx, gasLimit } };
}

async function report(seed: number, scenario: Scenario, contextFor: ContextFor): Promise<Finding> {
  const small = await shrink(scenario, async (candidate) => (await compare(candidate, contextFor)).found !== undefined);
  const { found, result } = await compare(small, contextFor);
  return { seed, difference: found ?? '', json: scenarioJson(`seed-${seed}`, small, result) };
}
