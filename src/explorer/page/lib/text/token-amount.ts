import { formatUnits, grouped } from './amounts.ts';

/** Most decimals of a token that are written out: more would push everything else off the page. */
const mostDecimals = 36;
const mostCharacters = 60;

/** An amount of a token that may lie about its decimals: what would not fit is a power of ten. */
export function tokenAmount(amount: bigint, decimals: number): string {
  if (amount === 0n) return '0';
  const isUsual = Number.isInteger(decimals) && decimals >= 0 && decimals <= mostDecimals;
  const text = isUsual ? formatUnits(amount, decimals) : `${grouped(amount)} × 10^-${decimals}`;
  if (text.length <= mostCharacters) return text;
  const digits = String(amount);
  const exponent = digits.length - 1 - decimals;
  return `${digits[0]}.${digits.slice(1, 7)}… × 10^${exponent}`;
}
