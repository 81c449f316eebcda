import { rlParams } from '#qord/modules/rlconsensus/params.ts';
import { costOf, deviationOf } from './measure.ts';
import { scenarios } from './scenarios.ts';
import { type Gains, simulate } from './simulate.ts';

/** Initial value and bounds of each gain in the search, times 10^8. */
const start: Gains = {
  load_threshold: 55_000_000,
  late_threshold: 10_000_000,
  time_by_lateness: 20_000_000,
  time_return: 10_000_000,
  price_by_load: 200_000_000,
  price_by_lateness: 200_000_000,
  calm_threshold: 30_000_000,
  price_by_calm: 200_000_000,
  price_return: 20_000_000,
};
const range: { readonly [name in keyof Gains]: readonly [least: number, most: number] } = {
  load_threshold: [50_000_000, 90_000_000],
  late_threshold: [5_000_000, 50_000_000],
  time_by_lateness: [5_000_000, 200_000_000],
  time_return: [5_000_000, 60_000_000],
  price_by_load: [20_000_000, 1_000_000_000],
  price_by_lateness: [20_000_000, 1_000_000_000],
  calm_threshold: [10_000_000, 40_000_000],
  price_by_calm: [20_000_000, 1_000_000_000],
  price_return: [5_000_000, 60_000_000],
};
/** Relative steps that are tried for each gain, the large ones first. */
const steps = [1.6, 1.25, 1.1];
/** Gains are rounded to multiples of this, so that they are readable. */
const grain = 1_000_000;

/** What the gains cost over all scenarios. */
export function costOfGains(gains: Gains | undefined): number {
  const target = rlParams.defaultsFor('dev').default_block_time_ms;
  return scenarios.reduce((sum, scenario) => {
    const without = deviationOf(simulate(scenario, undefined), target);
    const found = deviationOf(simulate(scenario, gains), target);
    return sum + costOf(found, without.utilization * 0.8);
  }, 0);
}

/**
 * Coordinate descent: tries steps of one gain after the other and keeps each that lowers the cost, until none does.
 * Deterministic.
 */
export function chooseGains(): Gains {
  let best = start;
  let least = costOfGains(best);
  for (const step of steps) {
    for (let improved = true; improved; ) {
      improved = false;
      for (const name of Object.keys(start) as (keyof Gains)[]) {
        for (const factor of [step, 1 / step]) {
          const tried = { ...best, [name]: moved(best[name] * factor, range[name]) };
          const cost = costOfGains(tried);
          if (cost >= least - 1e-6) continue;
          [best, least, improved] = [tried, cost, true];
        }
      }
    }
  }
  return best;
}

function moved(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, Math.round(value / grain) * grain));
}
