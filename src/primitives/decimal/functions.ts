import { ArithmeticError } from '../arithmetic-error.ts';
import { add, type Decimal, decimal, divide, fromScaled, multiply, negate, one, subtract, zero } from './decimal.ts';

/**
 * Transcendental functions on Decimal: integer series with fixed stop rules, so that all nodes get the same results.
 */

const ln2 = fromScaled(693147180559945309n);
const half = fromScaled(5n * 10n ** 17n);
const two = decimal(2);
const oneAndHalf = fromScaled(15n * 10n ** 17n);

/** Square root by Newton's method, at most 100 rounds, until two values differ by no more than 10^-18. */
export function sqrt(value: Decimal): Decimal {
  if (value < 0n) throw new ArithmeticError('square root of a negative number');
  if (value === 0n) return zero;
  let guess = value > one ? value : one;
  for (let round = 0; round < 100; round++) {
    const next = divide(add(guess, divide(value, guess)), two);
    const change = next > guess ? subtract(next, guess) : subtract(guess, next);
    guess = next;
    if (change <= 1n) break;
  }
  return guess;
}

/** ln(1 + x) for x ≥ 0: the argument is halved until it is at most 1.5, then 15 terms of the series. */
export function ln1p(x: Decimal): Decimal {
  if (x < 0n) throw new ArithmeticError('ln1p of a negative number');
  let argument = add(one, x);
  let halvings = zero;
  while (argument > oneAndHalf) {
    argument = divide(argument, two);
    halvings = add(halvings, ln2);
  }
  return add(halvings, lnSeries(subtract(argument, one)));
}

/** y - y²/2 + y³/3 - … for |y| ≤ 0.5. */
function lnSeries(y: Decimal): Decimal {
  let power = y;
  let sum = y;
  for (let term = 2; term <= 15; term++) {
    power = multiply(power, y);
    const part = divide(power, decimal(term));
    sum = term % 2 === 0 ? subtract(sum, part) : add(sum, part);
  }
  return sum;
}

/** e^x: the exponent is halved until |x| ≤ 1, then 12 terms, then squared back. */
export function exp(x: Decimal): Decimal {
  if (x < -decimal(41)) return zero; // below 10^-18
  let argument = x;
  let halvings = 0;
  while (argument > one || argument < -one) {
    argument = multiply(argument, half);
    halvings++;
  }
  let term = one;
  let sum = one;
  for (let n = 1; n <= 12; n++) {
    term = divide(multiply(term, argument), decimal(n));
    sum = add(sum, term);
  }
  for (; halvings > 0; halvings--) sum = multiply(sum, sum);
  return sum;
}

/** 1 / (1 + e^-x), from the positive side so that both halves mirror exactly. */
export function sigmoid(x: Decimal): Decimal {
  if (x < 0n) return subtract(one, sigmoid(negate(x)));
  return divide(one, add(one, exp(negate(x))));
}
