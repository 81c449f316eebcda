import { COEFFICIENTS, POLYNOMIAL, Q } from './ring';
import { absorb, SHAKE128, SHAKE256, squeeze, state } from './shake';

const SEED: usize = 32;
/** the seed, followed by column and row */
const seedOfPolynomial: usize = memory.data(34, 16);

/** An element of the matrix A, transformed (RejNTTPoly, FIPS 204, algorithms 30 and 32). */
export function sampleElement(polynomial: usize, seed: usize, row: u32, column: u32): void {
  memory.copy(seedOfPolynomial, seed, SEED);
  store<u8>(seedOfPolynomial, column, 32);
  store<u8>(seedOfPolynomial, row, 33);
  absorb(seedOfPolynomial, 34, SHAKE128);
  let next = polynomial;
  const end = polynomial + POLYNOMIAL;
  for (;;) {
    for (let at = state; at < state + SHAKE128; at += 3) {
      const candidate = load<u32>(at) & 0x7fffff; // the state is longer than the rate
      if (candidate >= <u32>Q) continue;
      store<u32>(next, candidate);
      next += 4;
      if (next === end) return;
    }
    squeeze();
  }
}

/** `weight` coefficients of 1 or -1, the others 0 (SampleInBall, algorithm 29). */
export function sampleChallenge(polynomial: usize, seed: usize, length: u32, weight: i32): void {
  memory.fill(polynomial, 0, POLYNOMIAL);
  absorb(seed, length, SHAKE256);
  let signs = load<u64>(state);
  let at: u32 = 8;
  for (let i: u32 = COEFFICIENTS - weight; i < <u32>COEFFICIENTS; i++) {
    let index: u32;
    do {
      if (at === SHAKE256) {
        squeeze();
        at = 0;
      }
      index = load<u8>(state + at++);
    } while (index > i);
    store<i32>(polynomial + (i << 2), load<i32>(polynomial + (index << 2)));
    store<i32>(polynomial + (index << 2), 1 - 2 * <i32>(signs & 1));
    signs >>= 1;
  }
}
