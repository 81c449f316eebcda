import { parseUnits } from './amounts.ts';

const decimals: Readonly<Record<string, number>> = { qor: 18, uqor: 12, lamports: 9, wei: 0 };

/** The units that a user can choose beside a field, the usual one first. */
export const units = ['QOR', 'uqor', 'lamports', 'wei'] as const;
export type Unit = (typeof units)[number];

/** An amount as typed → wei. A number alone is in the unit that stands beside its field. Throws a RangeError. */
export function parseAmountOf(text: string, unit: Unit): bigint {
  return parseAmountIn(/[a-z]/i.test(text) ? text : `${text}${unit}`, 'wei');
}

/**
 * What a user typed for an amount → whole number of `unit`. A number alone is in that unit; `1.5qor`, `2 lamports` name
 * their own. Throws a RangeError that says what is wrong.
 */
export function parseAmountIn(text: string, unit: 'uqor' | 'wei'): bigint {
  const [, digits = '', given = ''] = /^\s*([\d\s_.,\u202f]+?)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const typed = given === '' ? unit : given.toLowerCase();
  const typedDecimals = Object.hasOwn(decimals, typed) ? decimals[typed] : undefined;
  if (typedDecimals === undefined)
    throw new RangeError(`${given || text}: write an amount such as 1.5qor or 1500000uqor`);
  const wei = parseUnits(digits, typedDecimals);
  if (wei === undefined) throw new RangeError(`${text}: not a number with at most ${typedDecimals} decimals`);
  const scale = 10n ** BigInt(decimals[unit] ?? 0);
  if (wei % scale !== 0n) throw new RangeError(`${text} is not a whole number of ${unit}`);
  return wei / scale;
}
