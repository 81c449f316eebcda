import { carry, multiplyHigh } from './limb';
import { fitsLimb, storeWord } from './word';

/** result = a · b mod 2^256 (MUL). Schoolbook multiplication by rows; short operands take fewer steps. */
export function mul(result: usize, a: usize, b: usize): void {
  const a0 = load<u64>(a);
  const b0 = load<u64>(b);
  if (fitsLimb(a) && fitsLimb(b)) {
    storeWord(result, a0 * b0, multiplyHigh(a0, b0), 0, 0);
    return;
  }
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const a3 = load<u64>(a, 24);

  const r0 = a0 * b0;
  let over = multiplyHigh(a0, b0);
  let product = a1 * b0;
  let r1 = product + over;
  over = multiplyHigh(a1, b0) + carry(r1, product);
  product = a2 * b0;
  let r2 = product + over;
  over = multiplyHigh(a2, b0) + carry(r2, product);
  let r3 = a3 * b0 + over;

  if (!fitsLimb(b)) {
    const b1 = load<u64>(b, 8);
    const b2 = load<u64>(b, 16);
    const b3 = load<u64>(b, 24);

    product = a0 * b1;
    r1 += product;
    over = multiplyHigh(a0, b1) + carry(r1, product);
    product = a1 * b1;
    let sum = product + over;
    over = multiplyHigh(a1, b1) + carry(sum, product);
    r2 += sum;
    over += carry(r2, sum);
    r3 += a2 * b1 + over;

    product = a0 * b2;
    r2 += product;
    over = multiplyHigh(a0, b2) + carry(r2, product);
    r3 += a1 * b2 + over + a0 * b3;
  }
  storeWord(result, r0, r1, r2, r3);
}
