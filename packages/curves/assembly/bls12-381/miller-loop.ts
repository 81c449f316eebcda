import { addWithLine, doubleWithLine, FIXED, line, PAIR } from './lines';
import { multiplyByLine } from './line-products';
import { SEED } from './subgroup';
import { squareTarget } from './target-products';
import { setOne } from './tower';

/**
 * value = the product of Miller's loops of all pairs from `pairs` to `end`: along the bits of |x|. That x is negative
 * does not count, since the product is only compared with 1.
 */
export function millerLoop(value: usize, pairs: usize, end: usize): void {
  setOne(value);
  for (let bit: u64 = 1 << 62; bit > 0; bit >>= 1) {
    squareTarget(value, value);
    for (let pair = pairs; pair < end; pair += PAIR) {
      doubleWithLine(pair);
      multiplyByLine(value, line);
      if ((SEED & bit) === 0) continue;
      addWithLine(pair, pair + FIXED);
      multiplyByLine(value, line);
    }
  }
}
