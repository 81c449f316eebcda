import { carry, multiplyHigh } from './limb';

/*
 * Divisions by the same limb or pair of limbs become multiplications with its reciprocal:
 * N. Möller and T. Granlund, "Improved division by invariant integers", IEEE Transactions on Computers 60 (2011).
 * A divisor is normalised: its highest bit is set.
 */

/** floor((2^128 - 1) / d) - 2^64 for a normalised d (algorithm 2; the table is a division here). */
@inline
export function reciprocal(d: u64): u64 {
  const lowBit = d & 1;
  const top9 = d >> 55;
  const top40 = (d >> 24) + 1;
  const top63 = (d >> 1) + lowBit;
  const v0 = <u64>(<u32>0x7fd00 / <u32>top9); // (2^19 - 3·2^8) / top9
  const v1 = (v0 << 11) - ((v0 * v0 * top40) >> 40) - 1;
  const v2 = (v1 << 13) + ((v1 * ((1 << 60) - v1 * top40)) >> 47);
  const error = ((v2 >> 1) & (0 - lowBit)) - v2 * top63;
  const v3 = (v2 << 31) + (multiplyHigh(v2, error) >> 1);
  const productLow = v3 * d + d;
  return v3 - (multiplyHigh(v3, d) + carry(productLow, d)) - d;
}

let lastD1: u64 = 0;
let lastD0: u64 = 0;
let lastReciprocal: u64 = 0;

/**
 * floor((2^192 - 1) / (d1·2^64 + d0)) - 2^64 for a normalised d1. The last one is remembered: a loop of MULMODs or DIVs
 * has one divisor.
 */
@inline
export function reciprocalOfPair(d1: u64, d0: u64): u64 {
  if (d1 != lastD1 || d0 != lastD0) {
    lastReciprocal = computeReciprocalOfPair(d1, d0);
    lastD1 = d1;
    lastD0 = d0;
  }
  return lastReciprocal;
}

/** Algorithm 6. */
function computeReciprocalOfPair(d1: u64, d0: u64): u64 {
  let v = reciprocal(d1);
  let p = d1 * v + d0;
  if (p < d0) {
    v--;
    if (p >= d1) {
      v--;
      p -= d1;
    }
    p -= d1;
  }
  const productHigh = multiplyHigh(v, d0);
  const productLow = v * d0;
  p += productHigh;
  if (p < productHigh) {
    v--;
    if (p > d1 || (p == d1 && productLow >= d0)) v--;
  }
  return v;
}
