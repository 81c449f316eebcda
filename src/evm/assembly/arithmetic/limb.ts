/** Upper half of the 128-bit product: WebAssembly has no wide multiplication, so from four 32-bit halves. */
@inline
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const low = aLow * bLow;
  const middle = aHigh * bLow + (low >> 32);
  const cross = aLow * bHigh + (middle & 0xffffffff);
  return aHigh * bHigh + (middle >> 32) + (cross >> 32);
}

/** 1 when `sum`, made by adding `addend` to something, wrapped around 2^64; else 0. */
@inline
export function carry(sum: u64, addend: u64): u64 {
  return <u64>(sum < addend);
}

/** 1 when `minuend - subtrahend` wraps around 0; else 0. */
@inline
export function borrow(minuend: u64, subtrahend: u64): u64 {
  return <u64>(minuend < subtrahend);
}

/** The lower limb of `high · 2^64 + low` shifted right by 0–63 bits. */
@inline
export function shiftRightPair(high: u64, low: u64, bits: u64): u64 {
  return (low >> bits) | ((high << 1) << (63 - bits)); // two steps: a shift by 64 would be one by 0
}

/** The upper limb of `high · 2^64 + low` shifted left by 0–63 bits. */
@inline
export function shiftLeftPair(high: u64, low: u64, bits: u64): u64 {
  return (high << bits) | ((low >> 1) >> (63 - bits));
}
