/** A fixed-point number with 18 digits after the point: the integer is the number times 10^18. Deterministic. */
export type Decimal = bigint & { readonly __brand: 'Decimal' };

const digits = 18;
const scale = 10n ** 18n;

export const zero = fromScaled(0n);
export const one = fromScaled(scale);

/** A whole number. */
export function decimal(whole: bigint | number): Decimal {
  return fromScaled(BigInt(whole) * scale);
}

/** numerator / denominator, truncated. Throws a RangeError when the denominator is 0. */
export function ratio(numerator: bigint, denominator: bigint): Decimal {
  return fromScaled((numerator * scale) / denominator);
}

/** Scaled integer (the number times 10^18) → Decimal. */
export function fromScaled(scaled: bigint): Decimal {
  return scaled as Decimal; // the one place that brands
}

/** Decimal text without exponent, e.g. `0.35`, `-2`. Throws a RangeError on other text or more than 18 digits. */
export function parseDecimal(text: string): Decimal {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > digits) throw new RangeError(`not a decimal: ${text.slice(0, 80)}`);
  const magnitude = BigInt(whole) * scale + BigInt(fraction.padEnd(digits, '0'));
  return fromScaled(sign === '-' ? -magnitude : magnitude);
}

/** Decimal → shortest text with at least `minimum` digits after the point, e.g. `0.30` for 2. */
export function formatDecimal(value: Decimal, minimum = 0): string {
  const magnitude = value < 0n ? -value : value;
  const fraction = (magnitude % scale).toString().padStart(digits, '0').replace(/0+$/, '').padEnd(minimum, '0');
  return `${value < 0n ? '-' : ''}${magnitude / scale}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Exact sum. */
export function add(left: Decimal, right: Decimal): Decimal {
  return fromScaled(left + right);
}

/** Exact difference. */
export function subtract(left: Decimal, right: Decimal): Decimal {
  return fromScaled(left - right);
}

/** The product, truncated. */
export function multiply(left: Decimal, right: Decimal): Decimal {
  return fromScaled((left * right) / scale);
}

/** The quotient, truncated. Throws a RangeError when `right` is 0. */
export function divide(left: Decimal, right: Decimal): Decimal {
  return fromScaled((left * scale) / right);
}

/** The same magnitude with the other sign. */
export function negate(value: Decimal): Decimal {
  return fromScaled(-value);
}

/** The smaller of two. */
export function minimum(left: Decimal, right: Decimal): Decimal {
  return left < right ? left : right;
}

/** The larger of two. */
export function maximum(left: Decimal, right: Decimal): Decimal {
  return left > right ? left : right;
}

/** `value`, limited to the range from `low` to `high`. */
export function clamp(value: Decimal, low: Decimal, high: Decimal): Decimal {
  return maximum(low, minimum(high, value));
}

/** amount × share, truncated. */
export function shareOf(amount: bigint, share: Decimal): bigint {
  return (amount * share) / scale;
}

/** A share of an amount, rounded up: what is owed must not vanish in many small parts. */
export function shareOfRoundedUp(amount: bigint, share: Decimal): bigint {
  return (amount * share + scale - 1n) / scale;
}

/** The integer part, truncated towards zero. */
export function truncate(value: Decimal): bigint {
  return value / scale;
}
