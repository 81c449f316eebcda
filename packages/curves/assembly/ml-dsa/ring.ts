/*
 * Polynomials of 256 coefficients modulo q (FIPS 204, sections 2.3 and 7.5), each coefficient an i32. Products are
 * Montgomery's with R = 2^32. Coefficients are kept signed and reduced as late as the bounds allow.
 */

export const COEFFICIENTS: i32 = 256;
export const POLYNOMIAL: usize = 4 * 256;
export const Q: i32 = 8380417;

/** q^-1 modulo R */
const INVERSE: i32 = 58728449;
/** R and R^2 / 256 modulo q */
const ONE: i64 = 4193792;
const INVERSE_SCALE: i64 = 41978;
/** the 512th root of unity that the standard fixes */
const ROOT: i64 = 1753;

/** Powers of the root times R, at the bit-reversed exponent. */
const roots: usize = memory.data(4 * 256, 16);

/** Fills the table. Called once. */
export function prepareRing(): void {
  let power = ONE;
  for (let exponent: u32 = 0; exponent < 256; exponent++) {
    store<i32>(roots + (reversed(exponent) << 2), <i32>(power > Q / 2 ? power - Q : power));
    power = (power * ROOT) % Q;
  }
}

function reversed(byte: u32): u32 {
  let result: u32 = 0;
  for (let bit = 0; bit < 8; bit++) result |= ((byte >> bit) & 1) << (7 - bit);
  return result;
}

/** value / R modulo q, between -q and q, for |value| < q·2^31. */
@inline
export function reduce(value: i64): i32 {
  const multiple = <i32>value * INVERSE;
  return <i32>((value - <i64>multiple * Q) >> 32);
}

/** The number-theoretic transform in target; adds at most 8q to the size of the coefficients. */
export function transform(polynomial: usize): void {
  let next = roots;
  for (let half: usize = POLYNOMIAL / 2; half >= 4; half >>= 1) {
    for (let start = polynomial; start < polynomial + POLYNOMIAL; start += 2 * half) {
      next += 4;
      const root: i64 = load<i32>(next);
      for (let at = start; at < start + half; at += 4) {
        const left = load<i32>(at);
        const right = reduce(root * load<i32>(at + half));
        store<i32>(at, left + right);
        store<i32>(at + half, left - right);
      }
    }
  }
}

/** The inverse transform times R, in target, for coefficients between -q and q; so are the results. */
export function transformBack(polynomial: usize): void {
  let next = roots + POLYNOMIAL;
  for (let half: usize = 4; half < POLYNOMIAL; half <<= 1) {
    for (let start = polynomial; start < polynomial + POLYNOMIAL; start += 2 * half) {
      next -= 4;
      const root: i64 = -load<i32>(next);
      for (let at = start; at < start + half; at += 4) {
        const left = load<i32>(at);
        const right = load<i32>(at + half);
        store<i32>(at, left + right);
        store<i32>(at + half, reduce(root * (left - right)));
      }
    }
  }
  for (let at = polynomial; at < polynomial + POLYNOMIAL; at += 4) {
    store<i32>(at, reduce(INVERSE_SCALE * load<i32>(at)));
  }
}

/** Adds the products of two transformed polynomials to sums of 64 bits. */
export function addProduct(sums: usize, left: usize, right: usize): void {
  for (let i: usize = 0; i < POLYNOMIAL; i += 4) {
    const target = sums + 2 * i;
    store<i64>(target, load<i64>(target) + <i64>load<i32>(left + i) * load<i32>(right + i));
  }
}

/** sums -= left · right, coefficient by coefficient; the sums have 64 bits and are not reduced. */
export function subtractProduct(sums: usize, left: usize, right: usize): void {
  for (let i: usize = 0; i < POLYNOMIAL; i += 4) {
    const target = sums + 2 * i;
    store<i64>(target, load<i64>(target) - <i64>load<i32>(left + i) * load<i32>(right + i));
  }
}

/** polynomial = sums / R */
export function reduceSums(polynomial: usize, sums: usize): void {
  for (let i: usize = 0; i < POLYNOMIAL; i += 4) store<i32>(polynomial + i, reduce(load<i64>(sums + 2 * i)));
}
