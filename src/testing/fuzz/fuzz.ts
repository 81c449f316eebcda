import type { ContextFor } from '../machines.ts';
import { generateArithmeticScenario } from './generate-arithmetic.ts';
import { generateProgramScenario, generateTransactionScenario } from './generate-scenario.ts';
import { runOracle } from './oracle.ts';
import { runQordEngine } from './our-run.ts';
import { Random } from './random.ts';
import { difference, hasRun, type RunResult } from './run-result.ts';
import { type Scenario, toStateCase } from './scenario.ts';
import { scenarioJson } from './scenario-json.ts';
import { shrink } from './shrink.ts';

/** A scenario on which the two implementations disagree, made small. `json` is a state test of it. */
export type Finding = { readonly seed: number; readonly difference: string; readonly json: string };

const kinds = [
  [10, generateProgramScenario],
  [6, generateTransactionScenario],
  [2, generateArithmeticScenario],
] as const;

const forks = [
  [1, 'cancun'],
  [3, 'prague'],
  [4, 'osaka'],
] as const;

/** Makes the scenario of a seed, runs it here and with the other implementation; undefined when they agree. */
export async function fuzzOnce(seed: number, machineOf: ContextFor): Promise<Finding | undefined> {
  const random = new Random(seed);
  const fork = random.pickWeighted(forks);
  const scenario = random.pickWeighted(kinds)(random, fork);
  const { found, result } = await compare(scenario, machineOf);
  if (found !== undefined) return report(seed, scenario, machineOf);
  const shorter = cutShort(random, scenario, result);
  if (shorter === undefined || (await compare(shorter, machineOf)).found === undefined) return undefined;
  return report(seed, shorter, machineOf);
}

async function compare(scenario: Scenario, machineOf: ContextFor) {
  const result = await runOracle(scenario);
  const found = difference(runQordEngine(toStateCase(scenario), machineOf(scenario.block.fork)), result);
  return { found, result };
}

/** The same with less gas than it used, so that it runs out anywhere. */
function cutShort(random: Random, scenario: Scenario, result: RunResult): Scenario | undefined {
  if (!hasRun(result) || result.gasUsed <= 21_001n) return undefined;
  const gasLimit = 21_001n + BigInt(random.below(Number(result.gasUsed - 21_001n)));
  return { ...scenario, tx: { ...scenario.tx, gasLimit } };
}

async function report(seed: number, scenario: Scenario, machineOf: ContextFor): Promise<Finding> {
  const small = await shrink(scenario, async (candidate) => (await compare(candidate, machineOf)).found !== undefined);
  const { found, result } = await compare(small, machineOf);
  return { seed, difference: found ?? '', json: scenarioJson(`seed-${seed}`, small, result) };
}
