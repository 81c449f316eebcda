/** A number of `words` times 64 bits in digits from -7 to 8, the lowest first: one more than its nibbles. */
export function recode(result: usize, number: usize, words: usize): void {
  let carried: i32 = 0;
  const nibbles: usize = 16 * words;
  for (let i: usize = 0; i < nibbles; i++) {
    const digit = ((<i32>load<u8>(number + (i >> 1)) >> <i32>((i & 1) << 2)) & 15) + carried;
    carried = <i32>(digit > 8);
    store<i8>(result + i, digit - (carried << 4));
  }
  store<i8>(result + nibbles, carried);
}

/**
 * A number of `words` times 64 bits in odd digits between -2^(width - 1) and 2^(width - 1), 16 bits for each bit and
 * one more, the lowest first: of `width` in a row at most one is not 0.
 */
export function recodeOdd(result: usize, number: usize, words: usize, width: usize): void {
  const bits: usize = 64 * words;
  memory.fill(result, 0, 2 * (bits + 1));
  let carried: i32 = 0;
  for (let at: usize = 0; at <= bits; ) {
    const digit = bitsAt(number, words, at, width) + carried;
    if ((digit & 1) === 0) {
      at++;
      continue;
    }
    carried = <i32>(digit >> <i32>(width - 1) !== 0);
    store<i16>(result + 2 * at, digit - (carried << (<i32>width)));
    at += width;
  }
}

/** So many bits of a number from one on; zeros behind its end. */
function bitsAt(number: usize, words: usize, at: usize, count: usize): i32 {
  const word = at >> 6;
  if (word >= words) return 0;
  const shift = at & 63;
  let bits = load<u64>(number + 8 * word) >> shift;
  if (shift + count > 64 && word + 1 < words) bits |= load<u64>(number + 8 * word + 8) << (64 - shift);
  return <i32>bits & ((1 << (<i32>count)) - 1);
}
