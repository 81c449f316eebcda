/*
 * Products of elements of the target field and lines, most of whose coefficients are 0.
 *
 * A point (x, y) of G2 stands for (x·w², y·w³) on the curve of G1. A line with slope s·w through it is, at a point (px,
 * py) of G1, py - s·px·w + (s·x - y)·w³.
 */
import { ELEMENT } from './field';
import { add, carry } from './generated';
import { addHalves, combine, HALF, high, low, middle, multiplyCoefficients, other, sparse, sum } from './tower';

/** value = value · (c + b·w + a·w³), whose halves are c and b + a·v, for a line of a, b, c */
export function multiplyByLine(value: usize, line: usize): void {
  const b = line + ELEMENT;
  const c = line + 2 * ELEMENT;
  addHalves(sum, value, value + HALF);
  add(other, b, c);
  carry(other, other);
  sparse(middle, sum, other, line);
  multiplyCoefficients(low, value, c);
  sparse(high, value + HALF, b, line);
  combine(value);
}
