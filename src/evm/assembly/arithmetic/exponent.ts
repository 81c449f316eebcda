import { bitLength } from './bytes';
import { mul } from './multiply';
import { copyWord, limbAt, storeWord, WORD_BYTES } from './word';

const power: usize = memory.data(WORD_BYTES, 16);
const square: usize = memory.data(WORD_BYTES, 16);

/** result = base^exponent mod 2^256 (EXP), squaring and multiplying from the lowest bit; 0^0 is 1. */
export function exp(result: usize, base: usize, exponent: usize): void {
  storeWord(power, 1, 0, 0, 0);
  copyWord(square, base);
  const length = <i32>bitLength(exponent);
  for (let i = 0; i < length; i++) {
    if (i > 0) mul(square, square, square);
    const isSet = (load<u64>(limbAt(exponent, i >> 6)) >> <u64>(i & 63)) & 1;
    if (isSet) mul(power, power, square);
  }
  copyWord(result, power);
}
