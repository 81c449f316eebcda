/*
 * Products of elements of the target field and lines, most of whose coefficients are 0.
 *
 * A point (x, y) of G2 stands for (x / w², y / w³) on the curve of G1. A line with slope s/w through (x / w², y / w³),
 * at a point (px, py) of G1 and times w³, is (s·x - y) - s·px·w² + py·w³.
 */
import { ELEMENT } from './field';
import { add, carry } from './generated';
import {
  addHalves,
  combine,
  HALF,
  high,
  low,
  middle,
  other,
  reduceAll,
  sparse,
  sum,
  timesMiddle,
  timesV,
} from './tower';

const B: usize = ELEMENT;
const C: usize = 2 * ELEMENT;

/** value = value · (a + b·w² + c·w³), whose halves are a + b·v and c·v */
export function multiplyByLine(value: usize, line: usize): void {
  sparse(low, value, line, line + B);
  timesMiddle(high, value + HALF, line + C);
  addHalves(sum, value, value + HALF);
  add(other, line + B, line + C);
  carry(other, other);
  sparse(middle, sum, line, other);
  combine(value);
}

/** value = value · (a + b·w² + w³), whose halves are a + b·v and v */
export function multiplyByMonicLine(value: usize, a: usize, b: usize): void {
  sparse(low, value, a, b);
  sparse(high, value + HALF, a, b);
  timesV(middle, value);
  timesV(other, value + HALF);
  timesV(other, other);
  addHalves(value, low, other);
  addHalves(value + HALF, high, middle);
  reduceAll(value);
}
