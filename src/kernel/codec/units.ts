import type { Codec } from './codec.ts';
import { amount, count } from './scalars.ts';

/**
 * Codecs of numbers that say their unit in their schema (`x-unit`), for programs that show a record without knowing its
 * module. Nothing else of them differs.
 */

/** What a number counts; `time` is seconds since 1970, `millionths` those of a bridged asset. */
type Unit = 'uqor' | 'wei' | 'uxqore' | 'millionths' | 'satoshis' | 'seconds' | 'time' | 'height' | 'basis points';

/** States the unit of a number, and by which power of two it is multiplied, where it is. */
export function inUnit<T>(codec: Codec<T>, unit: Unit | `${Unit} per ${Unit}`, scaleBits?: number): Codec<T> {
  const scale = scaleBits === undefined ? {} : { 'x-scale-bits': scaleBits };
  return { ...codec, schema: { ...codec.schema, 'x-unit': unit, ...scale } };
}

export const uqorAmount = inUnit(amount, 'uqor');
export const weiAmount = inUnit(amount, 'wei');
export const millionths = inUnit(amount, 'millionths');
/** Seconds since 1970; 0 where something has not happened. */
export const unixTime = inUnit(count, 'time');
/** A height of this chain; 0 where something has not happened. */
export const blockHeight = inUnit(count, 'height');
