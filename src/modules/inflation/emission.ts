import { type Decimal, ratio, shareOf, zero } from '../../primitives/decimal/decimal.ts';
import { yearMs } from './pace.ts';
import type { InflationParams } from './params.ts';
import type { Epoch } from './records.ts';

/** uqor that an epoch of so many milliseconds mints; the last one before the cap mints only the rest. */
export function epochEmission(params: InflationParams, epoch: Epoch, supply: bigint, milliseconds: number): bigint {
  const wanted =
    params.emission_mode === 'fixed'
      ? params.fixed_epoch_emission
      : (shareOf(supply, scheduledRate(params, epoch.current_year)) * BigInt(milliseconds)) / BigInt(yearMs);
  if (params.max_total_emission === 0n) return wanted;
  const left = params.max_total_emission - epoch.total_minted;
  if (left <= 0n) return 0n;
  return wanted < left ? wanted : left;
}

/** What the supply grows by in a year when epochs take so many milliseconds, as a fraction. */
export function annualRate(params: InflationParams, epoch: Epoch, supply: bigint, milliseconds: number): Decimal {
  if (supply === 0n || epochEmission(params, epoch, supply, milliseconds) === 0n) return zero;
  if (params.emission_mode === 'schedule') return scheduledRate(params, epoch.current_year);
  return ratio(params.fixed_epoch_emission * BigInt(yearMs), supply * BigInt(milliseconds));
}

function scheduledRate({ schedule }: InflationParams, year: number): Decimal {
  const reached = schedule.filter((tier) => tier.year <= year);
  return (reached[reached.length - 1] ?? schedule[0])?.rate ?? zero;
}
