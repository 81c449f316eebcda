/** Products in the target field. */
import {
  addHalves,
  combine,
  HALF,
  high,
  low,
  middle,
  multiplyHalves,
  other,
  reduceAll,
  subtractHalves,
  sum,
  timesV,
} from './tower';

/** result = left · right */
export function multiplyTarget(result: usize, left: usize, right: usize): void {
  addHalves(sum, left, left + HALF);
  addHalves(other, right, right + HALF);
  multiplyHalves(middle, sum, other);
  multiplyHalves(low, left, right);
  multiplyHalves(high, left + HALF, right + HALF);
  combine(result);
}

/** result = value²: (a + b)(a + v·b) - a·b·(1 + v), and 2·a·b·w */
export function squareTarget(result: usize, value: usize): void {
  multiplyHalves(low, value, value + HALF);
  addHalves(sum, value, value + HALF);
  timesV(other, value + HALF);
  addHalves(other, other, value);
  multiplyHalves(middle, sum, other);
  subtractHalves(middle, middle, low);
  timesV(other, low);
  subtractHalves(result, middle, other);
  addHalves(result + HALF, low, low);
  reduceAll(result);
}
