import { COEFFICIENTS, Q } from './ring';

/** The values of w1: 0 … 15 with γ2 = (q - 1) / 32, 0 … 43 with γ2 = (q - 1) / 88. */
const COARSE: i32 = 16;
const FINE: i32 = 44;

/**
 * The high part of each coefficient between -q and q, corrected by its hint (UseHint, FIPS 204, algorithm 40), packed.
 */
export function packHighBits(bytes: usize, polynomial: usize, hints: usize, isFine: bool): u32 {
  return isFine ? packFine(bytes, polynomial, hints) : packCoarse(bytes, polynomial, hints);
}

function packCoarse(bytes: usize, polynomial: usize, hints: usize): u32 {
  for (let i: u32 = 0; i < <u32>COEFFICIENTS; i += 2) {
    const low = corrected(polynomial, hints, i, COARSE);
    store<u8>(bytes + (i >> 1), low | (corrected(polynomial, hints, i + 1, COARSE) << 4));
  }
  return COEFFICIENTS / 2;
}

function packFine(bytes: usize, polynomial: usize, hints: usize): u32 {
  for (let i: u32 = 0; i < <u32>COEFFICIENTS; i += 4) {
    let packed = 0;
    for (let j: u32 = 0; j < 4; j++) packed |= corrected(polynomial, hints, i + j, FINE) << (6 * j);
    store<u16>(bytes, packed);
    store<u8>(bytes, packed >> 16, 2);
    bytes += 3;
  }
  return (COEFFICIENTS * 6) / 8;
}

/** High part of a coefficient out of `count` (Decompose, algorithm 36), one up or down when its hint is set. */
@inline
function corrected(polynomial: usize, hints: usize, i: u32, count: i32): i32 {
  let value = load<i32>(polynomial + (i << 2));
  value += (value >> 31) & Q;
  const step = (Q - 1) / count; // 2·γ2
  let high = (value + step / 2 - 1) / step; // halves are rounded down
  let rest = value - high * step;
  if (high === count) {
    high = 0;
    rest = -1;
  }
  if (load<u8>(hints + i) === 0) return high;
  if (rest > 0) return high === count - 1 ? 0 : high + 1;
  return high === 0 ? count - 1 : high - 1;
}
