import { maxTimestampSeconds } from '../../primitives/time.ts';
import type { Param } from '../method.ts';
import { mapValue, type ParamType, paramOf } from '../params/param-type.ts';
import { looseCountType, looseQuantityType } from '../params/quantity.ts';

/** An amount, as a quantity or a number. */
export function amountParam(name: string, description: string, bits: 64 | 256 = 256): Param<bigint> {
  return paramOf(name, description, looseQuantityType(bits));
}

/** The same, within bounds that are named when it is not. */
export function boundedParam(
  name: string,
  description: string,
  [least, most]: readonly [bigint, bigint],
): Param<bigint> {
  const type = mapValue(looseQuantityType(256), (value) => {
    if (value < least || value > most) throw new RangeError(`must be ${least} to ${most}`);
    return value;
  });
  return paramOf(name, `${description} From ${least} to ${most}.`, type);
}

/** A count or a height, as a quantity or a number. */
export function numberParam(name: string, description: string): Param<number> {
  return paramOf(name, description, looseCountType);
}

/** Seconds, as a quantity or a number: no time is later than the year 9999. */
export const secondsType: ParamType<number> = mapValue(looseCountType, (seconds) => {
  if (seconds > maxTimestampSeconds) throw new RangeError(`must be at most ${maxTimestampSeconds} seconds`);
  return seconds;
});

/** Milliseconds, as a quantity or a number. */
export function millisecondsParam(name: string, description: string): Param<number> {
  const type = mapValue(looseCountType, (milliseconds) => {
    if (milliseconds > maxTimestampSeconds * 1000)
      throw new RangeError(`must be at most ${maxTimestampSeconds * 1000} milliseconds`);
    return milliseconds;
  });
  return paramOf(name, description, type);
}

/** Seconds, or seconds since 1970. */
export function secondsParam(name: string, description: string): Param<number> {
  return paramOf(name, description, secondsType);
}
