import { carry, multiplyHigh } from './limb';
import { LIMB_BYTES, WORD_BYTES } from './word';

/** The 8 limbs of the last `multiplyWide`; the limb below them is always zero. */
export const product: usize = memory.data(9 * LIMB_BYTES, 16) + LIMB_BYTES;

/** product = a · b, 512 bits, row by row with the sum of the rows so far in locals. */
@inline
export function multiplyWide(a: usize, b: usize): void {
  const a0 = load<u64>(a);
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const a3 = load<u64>(a, 24);
  let sum1: u64 = 0;
  let sum2: u64 = 0;
  let sum3: u64 = 0;
  let sum4: u64 = 0;
  for (let row = 0; row < WORD_BYTES; row += LIMB_BYTES) {
    const factor = load<u64>(b + row);
    let term = a0 * factor;
    const lowest = term + sum1;
    let over = multiplyHigh(a0, factor) + carry(lowest, term);
    store<u64>(product + row, lowest);

    term = a1 * factor;
    let partial = term + over;
    over = multiplyHigh(a1, factor) + carry(partial, term);
    sum1 = partial + sum2;
    over += carry(sum1, sum2);

    term = a2 * factor;
    partial = term + over;
    over = multiplyHigh(a2, factor) + carry(partial, term);
    sum2 = partial + sum3;
    over += carry(sum2, sum3);

    term = a3 * factor;
    partial = term + over;
    over = multiplyHigh(a3, factor) + carry(partial, term);
    sum3 = partial + sum4;
    sum4 = over + carry(sum3, sum4);
  }
  store<u64>(product, sum1, WORD_BYTES);
  store<u64>(product, sum2, WORD_BYTES + 8);
  store<u64>(product, sum3, WORD_BYTES + 16);
  store<u64>(product, sum4, WORD_BYTES + 24);
}
