/** a < b, unsigned (LT; GT with the operands exchanged). */
@inline
export function isBelow(a: usize, b: usize): bool {
  const a3 = load<u64>(a, 24);
  const b3 = load<u64>(b, 24);
  return a3 != b3 ? a3 < b3 : isBelowInLowLimbs(a, b);
}

/** a < b as two's complement (SLT; SGT with the operands exchanged). */
@inline
export function isBelowSigned(a: usize, b: usize): bool {
  const a3 = load<i64>(a, 24);
  const b3 = load<i64>(b, 24);
  return a3 != b3 ? a3 < b3 : isBelowInLowLimbs(a, b);
}

/** a mod 2^192 < b mod 2^192. */
@inline
function isBelowInLowLimbs(a: usize, b: usize): bool {
  const a2 = load<u64>(a, 16);
  const b2 = load<u64>(b, 16);
  if (a2 != b2) return a2 < b2;
  const a1 = load<u64>(a, 8);
  const b1 = load<u64>(b, 8);
  return a1 != b1 ? a1 < b1 : load<u64>(a) < load<u64>(b);
}

/** a = b (EQ). */
@inline
export function isEqual(a: usize, b: usize): bool {
  const low = (load<u64>(a) ^ load<u64>(b)) | (load<u64>(a, 8) ^ load<u64>(b, 8));
  const high = (load<u64>(a, 16) ^ load<u64>(b, 16)) | (load<u64>(a, 24) ^ load<u64>(b, 24));
  return (low | high) == 0;
}

/** a = 0 (ISZERO). */
@inline
export function isZero(a: usize): bool {
  return (load<u64>(a) | load<u64>(a, 8) | load<u64>(a, 16) | load<u64>(a, 24)) == 0;
}

/** Whether the word is negative as two's complement. */
@inline
export function isNegative(a: usize): bool {
  return load<i64>(a, 24) < 0;
}
