import { maxUqor } from '../../kernel/codec/units.ts';
import { type Decimal, ratio, shareOf, zero } from '../../primitives/decimal/decimal.ts';
import { yearAfter, yearMs } from './pace.ts';
import type { InflationParams } from './params.ts';
import type { Epoch } from './records.ts';

/** uqor that an epoch of so many milliseconds mints; the last one before the cap mints only the rest. */
export function epochEmission(params: InflationParams, epoch: Epoch, supply: bigint, milliseconds: number): bigint {
  const wanted =
    params.emission_mode === 'fixed'
      ? params.fixed_epoch_emission
      : (shareOf(supply, scheduledRate(params, epoch.current_year)) * BigInt(milliseconds)) / BigInt(yearMs);
  const left = leftToMint(params, epoch, supply);
  return wanted < left ? wanted : left;
}

/** uqor that can still be minted: up to the cap, where there is one, and to the largest supply that can be stored. */
function leftToMint(
  { max_total_emission }: InflationParams,
  { total_minted }: Pick<Epoch, 'total_minted'>,
  supply: bigint,
): bigint {
  const room = maxUqor - supply;
  const left = max_total_emission === 0n ? room : max_total_emission - total_minted;
  const least = left < room ? left : room;
  return least > 0n ? least : 0n;
}

/**
 * What the supply will grow by in the 365 days from now, as a fraction: by the parameters, with epochs of so many
 * milliseconds, the changes of the schedule in that time, and no more than the cap leaves. `elapsed`: milliseconds of
 * all epochs that ended.
 */
export function annualRate(
  params: InflationParams,
  epoch: Pick<Epoch, 'total_minted'>,
  supply: bigint,
  milliseconds: number,
  elapsed: number,
): Decimal {
  if (supply === 0n || !params.enabled) return zero;
  const [wanted, divisor] =
    params.emission_mode === 'fixed'
      ? [params.fixed_epoch_emission * BigInt(yearMs), BigInt(milliseconds)]
      : [scheduledGrowth(params, supply, milliseconds, elapsed), 1n];
  const left = leftToMint(params, epoch, supply);
  return wanted < left * divisor ? ratio(wanted, supply * divisor) : ratio(left, supply);
}

/** uqor that a schedule mints in a year from now, in which one year of the chain ends. */
function scheduledGrowth(params: InflationParams, supply: bigint, milliseconds: number, elapsed: number): bigint {
  const year = yearAfter(elapsed);
  // An epoch has the rate of the year in which it begins.
  const untilNext = Math.min(yearMs, Math.ceil((year * yearMs - elapsed) / milliseconds) * milliseconds);
  const first = grown(supply, scheduledRate(params, year), untilNext, milliseconds);
  return grown(first, scheduledRate(params, year + 1), yearMs - untilNext, milliseconds) - supply;
}

/** 36 digits: small enough an error for the number of milliseconds in a year. */
const precision = 10n ** 36n;

/** A supply after so much time, in which each epoch mints the rate of the supply that it finds. */
function grown(supply: bigint, rate: Decimal, time: number, milliseconds: number): bigint {
  const perEpoch = shareOf(precision * BigInt(milliseconds), rate) / BigInt(yearMs);
  let epochs = BigInt(Math.floor(time / milliseconds));
  let factor = precision;
  for (let base = precision + perEpoch; epochs > 0n; epochs >>= 1n) {
    if (epochs & 1n) factor = (factor * base) / precision;
    base = (base * base) / precision;
  }
  const begun = (perEpoch * BigInt(time % milliseconds)) / BigInt(milliseconds);
  return (supply * factor * (precision + begun)) / (precision * precision);
}

function scheduledRate({ schedule }: InflationParams, year: number): Decimal {
  const reached = schedule.filter((tier) => tier.year <= year);
  return (reached[reached.length - 1] ?? schedule[0])?.rate ?? zero;
}
