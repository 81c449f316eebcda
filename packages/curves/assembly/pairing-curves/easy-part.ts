import { multiplyTarget } from './target-products';
import { conjugateTarget, frobenius, invertTarget, TARGET } from './tower';

const power: usize = memory.data(672, 16);

/**
 * result = value to the (p⁶ - 1)(p² + 1), another place: the part of the final exponentiation that takes no long
 * powers. Its inverse is its conjugate.
 */
export function easyPart(result: usize, value: usize): void {
  invertTarget(power, value);
  conjugateTarget(result, value);
  multiplyTarget(result, result, power);
  memory.copy(power, result, TARGET);
  frobenius(power);
  frobenius(power);
  multiplyTarget(result, result, power);
}
