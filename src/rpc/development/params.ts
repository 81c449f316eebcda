import { maxTimestamp } from '../../primitives/time.ts';
import { parseLooseCount, parseLooseQuantity, quantitySchema } from '../params/quantity.ts';
import type { Param } from '../types.ts';

const looseSchema = { oneOf: [{ ...quantitySchema }, { type: 'integer' as const }] };

/** An amount, as a quantity or a number. */
export function amountParam(name: string, description: string, bits: 64 | 256 = 256): Param<bigint> {
  const parse = (json: unknown) => parseLooseQuantity(json, bits);
  return { name, description, required: true, schema: looseSchema, parse };
}

/** The same, within bounds that are named when it is not. */
export function boundedParam(
  name: string,
  description: string,
  [least, most]: readonly [bigint, bigint],
): Param<bigint> {
  const parse = (json: unknown) => {
    const value = parseLooseQuantity(json);
    if (value < least || value > most) throw new RangeError(`must be ${least} to ${most}`);
    return value;
  };
  return { name, description, required: true, schema: looseSchema, parse };
}

/** A count or a height, as a quantity or a number. */
export function numberParam(name: string, description: string): Param<number> {
  return { name, description, required: true, schema: looseSchema, parse: parseLooseCount };
}

/** Seconds, or seconds since 1970: no time is later than the year 9999. */
export function secondsParam(name: string, description: string): Param<number> {
  return { name, description, required: true, schema: looseSchema, parse: parseSeconds };
}

/** Seconds, as a quantity or a number. Throws a RangeError. */
export function parseSeconds(json: unknown): number {
  const seconds = parseLooseCount(json);
  if (seconds > maxTimestamp) throw new RangeError(`must be at most ${maxTimestamp} seconds`);
  return seconds;
}
