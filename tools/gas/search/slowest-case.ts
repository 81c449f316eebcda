import type { ContractStates } from './contract-states.ts';
import { createMeasuredEngine, createUsedEngine } from './new-engine.ts';
import { type CaseCost, runPrepared } from './run-case.ts';
import type { SearchCase } from './search-case.ts';

/** Gas with which all cases are tried, and with which the slowest of them are measured. */
const tryingGas = 500_000n;
const measuringGas = 4_000_000n;
const finalists = 3;
const runs = 3;

/** The slowest of the cases, and what it costs. Throws a RangeError when there are none. */
export function slowestCase(
  cases: readonly SearchCase[],
  states: ContractStates,
): { readonly searchCase: SearchCase; readonly cost: CaseCost } {
  const tried = cases.map((searchCase) => {
    const prepared = states.of(searchCase);
    return { searchCase, cost: runPrepared(searchCase, createUsedEngine(), prepared, tryingGas) };
  });
  const candidates = tried.sort(byRate).slice(0, finalists);
  const measured = candidates.map(({ searchCase }) => {
    // the fastest run counts: noise only slows down
    const prepared = states.of(searchCase);
    const run = () => runPrepared(searchCase, createMeasuredEngine(), prepared, measuringGas);
    const costs = Array.from({ length: runs }, run);
    const longestSlice = Math.min(...costs.map((cost) => cost.longestSlice));
    const cost = costs.reduce((best, next) => (next.rate > best.rate ? next : best));
    return { searchCase, cost: { ...cost, longestSlice } };
  });
  const [slowest] = measured.sort(byRate);
  if (slowest === undefined) throw new RangeError('no cases');
  return slowest;
}

type Measured = { readonly cost: CaseCost };
const byRate = (left: Measured, right: Measured) => left.cost.rate - right.cost.rate;
