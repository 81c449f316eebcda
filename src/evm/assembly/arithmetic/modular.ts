import { addWithCarry, subWithBorrow } from './add';
import { isBelow } from './compare';
import { divideLimbs, storeRemainder } from './divide-limbs';
import { multiplyWide, product } from './multiply-wide';
import { storeProductRemainder } from './remainder-wide';
import { clearWord, copyWord, LIMB_BYTES, limbAt, limbCount, WORD_BYTES } from './word';

/** a + b with a limb for the carry. */
const sum: usize = memory.data(5 * LIMB_BYTES, 16);
const difference: usize = memory.data(WORD_BYTES, 16);

/** result = (a + b) mod n, the sum not cut to 256 bits; 0 for n = 0 (ADDMOD). */
export function addmod(result: usize, a: usize, b: usize, n: usize): void {
  const over = addWithCarry(sum, a, b);
  if (isBelow(a, n) && isBelow(b, n)) {
    const under = subWithBorrow(difference, sum, n);
    copyWord(result, over >= under ? difference : sum);
    return;
  }
  store<u64>(sum, over, WORD_BYTES);
  storeModulo(result, sum, 5, n);
}

/** result = a · b mod n, the product not cut to 256 bits; 0 for n = 0 (MULMOD). */
export function mulmod(result: usize, a: usize, b: usize, n: usize): void {
  multiplyWide(a, b);
  if (load<u64>(n, 24) != 0) storeProductRemainder(result, n);
  else storeModulo(result, product, 8, n);
}

/** result = the number of `count` limbs at `a`, 5 or 8, mod n. */
function storeModulo(result: usize, a: usize, count: i32, n: usize): void {
  const divisorCount = limbCount(n);
  while (count > 0 && load<u64>(limbAt(a, count - 1)) == 0) count--;
  if (divisorCount == 0) {
    clearWord(result);
  } else if (count < divisorCount) {
    copyWord(result, a);
  } else {
    divideLimbs(a, count, n, divisorCount);
    storeRemainder(result, n, divisorCount);
  }
}
