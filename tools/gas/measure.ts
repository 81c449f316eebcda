import type { GasCase, GasHarness, GasUsage } from './gas-harness.ts';

/** What a call costs the caller in gas and the node in CPU time. */
export type GasRate = {
  /** gas that the caller pays for one call, the instructions around it included */
  readonly gas: bigint;
  /** million gas for a second of CPU time */
  readonly rate: number;
};

/** Milliseconds of one measurement, and number of measurements. */
type Effort = { readonly ms: number; readonly times: number };

/** Calls below this gas are repeated within a round, so that the loop around them counts less. */
const smallCall = 5_000n;
const mostRounds = 100_000;

/**
 * CPU time of many equal calls, without what prepares the memory. The best of several measurements counts: the rest is
 * noise.
 */
export function measureCase(harness: GasHarness, gasCase: GasCase, { ms, times }: Effort): GasRate {
  const one = less(harness.run(gasCase, 1, 1), harness.run(gasCase, 1, 0));
  const perRound = one.gas < smallCall ? 8 : 1;
  const idle = fastest(times, () => harness.run(gasCase, perRound, 0));
  let rounds = 1;
  let all = harness.run(gasCase, perRound, rounds);
  while (all.ms - idle.ms < ms && rounds < mostRounds) {
    rounds *= Math.min(8, Math.max(2, Math.ceil(ms / Math.max(all.ms - idle.ms, 0.001))));
    all = harness.run(gasCase, perRound, rounds);
  }
  const { gas, ms: spent } = less(
    fastest(times, () => harness.run(gasCase, perRound, rounds), all),
    idle,
  );
  return { gas: gas / BigInt(rounds * perRound), rate: Number(gas) / Math.max(spent, 0.001) / 1000 };
}

/** Million gas a second of plain instructions. */
export function measurePlain(harness: GasHarness, times: number): number {
  const { gas, ms } = fastest(times, () => harness.runPlain(20_000));
  return Number(gas) / ms / 1000;
}

function fastest(times: number, run: () => GasUsage, first = run()): GasUsage {
  let best = first;
  for (let time = 1; time < times; time++) {
    const next = run();
    if (next.ms < best.ms) best = next;
  }
  return best;
}

function less(all: GasUsage, part: GasUsage): GasUsage {
  return { gas: all.gas - part.gas, ms: all.ms - part.ms };
}
