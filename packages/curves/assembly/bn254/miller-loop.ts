import { endomorphism } from './endomorphism';
import { copyPoint, Extension, Y } from './curve';
import { loopDigits, loopDigitsCount, negate } from './generated';
import { addWithLine, doubleWithLine, FIXED, line, PAIR } from './lines';
import { multiplyByLine } from './line-products';
import { squareTarget } from './target-products';
import { setOne } from './tower';

const point: usize = memory.data(240, 16);

/**
 * value = the product of Miller's loops of all pairs from `pairs` to `end`: along the digits of 6u + 2, then the lines
 * through π(Q) and -π²(Q), where π is Frobenius (Vercauteren: eprint 2008/096).
 */
export function millerLoop(value: usize, pairs: usize, end: usize): void {
  setOne(value);
  for (let i: usize = 1; i < loopDigitsCount; i++) {
    squareTarget(value, value);
    const digit = <i32>load<i8>(loopDigits + i);
    for (let pair = pairs; pair < end; pair += PAIR) {
      doubleWithLine(pair);
      multiplyByLine(value, line);
      if (digit === 0) continue;
      copyPoint(point, pair + FIXED);
      if (digit < 0) negate(point + Y, point + Y);
      multiplyByLineThrough(value, pair);
    }
  }
  for (let pair = pairs; pair < end; pair += PAIR) {
    endomorphism<Extension>(point, pair + FIXED);
    multiplyByLineThrough(value, pair);
    endomorphism<Extension>(point, point);
    negate(point + Y, point + Y);
    multiplyByLineThrough(value, pair);
  }
}

function multiplyByLineThrough(value: usize, pair: usize): void {
  addWithLine(pair, point);
  multiplyByLine(value, line);
}
