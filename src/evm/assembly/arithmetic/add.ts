import { borrow, carry } from './limb';
import { storeWord } from './word';

/** result = a + b mod 2^256 (ADD). */
@inline
export function add(result: usize, a: usize, b: usize): void {
  addWithCarry(result, a, b);
}

/** result = a + b mod 2^256; returns the bit carried out. */
@inline
export function addWithCarry(result: usize, a: usize, b: usize): u64 {
  const b0 = load<u64>(b);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  const b3 = load<u64>(b, 24);
  const sum0 = load<u64>(a) + b0;
  let over = carry(sum0, b0);
  const partial1 = load<u64>(a, 8) + b1;
  const sum1 = partial1 + over;
  over = carry(partial1, b1) | carry(sum1, over);
  const partial2 = load<u64>(a, 16) + b2;
  const sum2 = partial2 + over;
  over = carry(partial2, b2) | carry(sum2, over);
  const partial3 = load<u64>(a, 24) + b3;
  const sum3 = partial3 + over;
  storeWord(result, sum0, sum1, sum2, sum3);
  return carry(partial3, b3) | carry(sum3, over);
}

const one: usize = memory.data<u64>([1, 0, 0, 0]);

/** number = number + 1 mod 2^256 */
export function increment(number: usize): void {
  addWithCarry(number, number, one);
}

/** result = a - b mod 2^256 (SUB). */
@inline
export function sub(result: usize, a: usize, b: usize): void {
  subWithBorrow(result, a, b);
}

/** result = a - b mod 2^256; returns 1 when a < b, else 0. */
@inline
export function subWithBorrow(result: usize, a: usize, b: usize): u64 {
  const a0 = load<u64>(a);
  const a1 = load<u64>(a, 8);
  const a2 = load<u64>(a, 16);
  const a3 = load<u64>(a, 24);
  const b0 = load<u64>(b);
  const b1 = load<u64>(b, 8);
  const b2 = load<u64>(b, 16);
  const b3 = load<u64>(b, 24);
  let under = borrow(a0, b0);
  const partial1 = a1 - b1;
  const limb1 = partial1 - under;
  under = borrow(a1, b1) | borrow(partial1, under);
  const partial2 = a2 - b2;
  const limb2 = partial2 - under;
  under = borrow(a2, b2) | borrow(partial2, under);
  const partial3 = a3 - b3;
  storeWord(result, a0 - b0, limb1, limb2, partial3 - under);
  return borrow(a3, b3) | borrow(partial3, under);
}

/** result = -a mod 2^256, the two's complement. */
export function negate(result: usize, a: usize): void {
  const limb0 = -load<u64>(a);
  let over = <u64>(limb0 == 0);
  const limb1 = ~load<u64>(a, 8) + over;
  over &= <u64>(limb1 == 0);
  const limb2 = ~load<u64>(a, 16) + over;
  over &= <u64>(limb2 == 0);
  storeWord(result, limb0, limb1, limb2, ~load<u64>(a, 24) + over);
}
