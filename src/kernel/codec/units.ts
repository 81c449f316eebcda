import { weiPerUqor } from '../../primitives/units.ts';
import { type Bounds, bounded } from './bounded.ts';
import type { Codec } from './codec.ts';
import { amount, count } from './scalars.ts';

/**
 * Codecs of numbers that say their unit in their schema (`x-unit`), for programs that show a record without knowing its
 * module. Nothing else of them differs.
 */

/** What a number counts; `time` is seconds since 1970, `millionths` those of a bridged asset. */
type Unit = 'uqor' | 'wei' | 'uxqore' | 'millionths' | 'satoshis' | 'seconds' | 'time' | 'height' | 'basis points';

/** uqor: far above any supply, and far below what a balance in wei can hold. */
export const maxUqor = 10n ** 24n;

const time = { least: 0, most: 2 ** 40, reason: 'a time of this era, to which waits can be added' };
const blocks = {
  least: 0,
  most: 2 ** 45,
  reason: 'a million years with a block a second, to which waits can be added',
};
const coins = { least: 0n, most: maxUqor, reason: 'more than there can ever be' };
/** Coins that are burned and minted again, or come back, count many times; calls and events show the sums as words. */
const sums = { least: 0n, most: 2n ** 240n, reason: 'what a chain adds to it fits into a word of the EVM' };

/** What a genesis may contain, where nothing narrower is declared. */
const countBounds: Readonly<Partial<Record<Unit, Omit<Bounds<number>, 'unit'>>>> = {
  time,
  height: blocks,
  seconds: { least: 0, most: 2 ** 32, reason: 'a wait has to end' },
  satoshis: { least: 0, most: 21 * 10 ** 14, reason: 'more bitcoin than there will be' },
  'basis points': { least: 0, most: 10_000, reason: 'a part of a whole' },
};
const amountBounds: Readonly<Partial<Record<Unit, Omit<Bounds<bigint>, 'unit'>>>> = {
  uqor: coins,
  uxqore: coins,
  wei: { ...coins, most: maxUqor * weiPerUqor },
  millionths: { least: 0n, most: 2n ** 200n, reason: 'sums over all accounts fit into a word of the EVM' },
};

/** States the unit of a count, and its bounds. */
export function countIn(unit: Unit): Codec<number> {
  const bounds = countBounds[unit];
  return inUnit(bounds === undefined ? count : bounded(count, { unit: boundUnit(unit), ...bounds }), unit);
}

/** States the unit of an amount, and its bounds. */
export function amountIn(unit: Unit): Codec<bigint> {
  const bounds = amountBounds[unit];
  return inUnit(bounds === undefined ? amount : bounded(amount, { unit, ...bounds }), unit);
}

/** An amount in a unit times a power of two. It may be an index, to which a chain adds for ever. */
export function scaledAmount(unit: 'wei' | `${Unit} per ${Unit}`, scaleBits: number): Codec<bigint> {
  const most = maxUqor * weiPerUqor * 2n ** BigInt(scaleBits);
  const bounds = unit === 'wei' ? { ...coins, most } : sums;
  return inUnit(bounded(amount, { ...bounds, unit: `${unit} × 2^${scaleBits}` }), unit, scaleBits);
}

const boundUnit = (unit: Unit) => (unit === 'time' ? 'seconds since 1970' : unit);

/** States the unit of a number, and by which power of two it is multiplied, where it is. */
export function inUnit<T>(codec: Codec<T>, unit: Unit | `${Unit} per ${Unit}`, scaleBits?: number): Codec<T> {
  const scale = scaleBits === undefined ? {} : { 'x-scale-bits': scaleBits };
  return { ...codec, schema: { ...codec.schema, 'x-unit': unit, ...scale } };
}

export const uqorAmount = amountIn('uqor');
export const weiAmount = amountIn('wei');
/** What was added up since genesis, or counted several times. */
export const uqorSum = inUnit(bounded(amount, { ...sums, unit: 'uqor' }), 'uqor');
export const weiSum = inUnit(bounded(amount, { ...sums, unit: 'wei' }), 'wei');
export const millionths = amountIn('millionths');
/** Seconds since 1970; 0 where something has not happened. */
export const unixTime = countIn('time');
/**
 * The height of a block of this chain that there is, or of the next one; 0 where something has not happened. No genesis
 * has a later one (`module-sdk/later-block.ts`).
 */
export const blockHeight = countIn('height');
/** A height at which something is due; 0 for never. */
export const dueHeight: Codec<number> = { ...blockHeight, schema: { ...blockHeight.schema, 'x-due': true } };
