import { type Decimal, decimal, fromScaled, one, zero } from '../../primitives/decimal/decimal.ts';
import { bounded } from '../codec/bounded.ts';
import type { Codec } from '../codec/codec.ts';
import { amount, count, fraction } from '../codec/scalars.ts';
import { maxUqor } from '../codec/units.ts';

/** More seconds than any chain should wait for something: ten years. */
const maxSeconds = 10 * 365 * 86_400;
/** Thirty years with a block a second. */
const maxBlocks = 1_000_000_000;
/** The smallest fraction above 0. */
export const smallestFraction = fromScaled(1n);

/** A duration in seconds, so that the time at which it is over can be stored. */
export function seconds(least: number, most = maxSeconds): Codec<number> {
  return bounded(count, { unit: 'seconds', least, most, reason: 'what waits has to end while somebody remembers it' });
}

/** A duration in blocks, so that the height at which it is over can be stored. */
export function blocks(least: number, most = maxBlocks): Codec<number> {
  return bounded(count, { unit: 'blocks', least, most, reason: 'what waits has to end while somebody remembers it' });
}

/** A number of something else. */
export function numberOf(unit: string, least: number, most: number, reason: string): Codec<number> {
  return bounded(count, { unit, least, most, reason });
}

/** A part of a whole, 0 to 1 unless the least is above. */
export function part(least: Decimal = zero): Codec<Decimal> {
  return bounded<Decimal>(fraction, { unit: '', least, most: one, reason: 'a part of a whole' });
}

/** A factor. */
export function factor(least: Decimal, most: number): Codec<Decimal> {
  return bounded<Decimal>(fraction, {
    unit: 'times',
    least,
    most: decimal(most),
    reason: 'products with it stay exact and can be stored',
  });
}

/** uqor. */
export function coins(least = 0n): Codec<bigint> {
  return bounded(amount, { unit: 'uqor', least, most: maxUqor, reason: 'more than there can ever be' });
}

/** Gas. */
export function gasOf(least: bigint, most: bigint, reason: string): Codec<bigint> {
  return bounded(amount, { unit: 'gas', least, most, reason });
}
