import { type Decimal, ratio, shareOf, zero } from '../../primitives/decimal/decimal.ts';
import type { InflationParams } from './params.ts';
import type { Epoch } from './records.ts';

/** Epochs that make a year. */
export const epochsPerYear = 365;

/** uqor that the next epoch mints: the last one before the cap only what is left. */
export function epochEmission(params: InflationParams, epoch: Epoch, supply: bigint): bigint {
  const wanted =
    params.emission_mode === 'fixed'
      ? params.fixed_epoch_emission
      : shareOf(supply, scheduledRate(params, epoch.current_year)) / BigInt(epochsPerYear);
  if (params.max_total_emission === 0n) return wanted;
  const left = params.max_total_emission - epoch.total_minted;
  if (left <= 0n) return 0n;
  return wanted < left ? wanted : left;
}

/** What the supply grows by in a year at the present pace, as a fraction. */
export function annualRate(params: InflationParams, epoch: Epoch, supply: bigint): Decimal {
  if (supply === 0n || epochEmission(params, epoch, supply) === 0n) return zero;
  if (params.emission_mode === 'schedule') return scheduledRate(params, epoch.current_year);
  return ratio(params.fixed_epoch_emission * BigInt(epochsPerYear), supply);
}

function scheduledRate({ schedule }: InflationParams, year: number): Decimal {
  const reached = schedule.filter((tier) => tier.year <= year);
  return (reached[reached.length - 1] ?? schedule[0])?.rate ?? zero;
}

/** The year an epoch is in, from 1. */
export function yearOf(epoch: number): number {
  return (epoch - (epoch % epochsPerYear)) / epochsPerYear + 1;
}
