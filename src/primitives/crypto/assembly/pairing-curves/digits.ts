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

/** A number of 64 bits in nine digits of 16 bits each from -127 to 128, the lowest first. */
export function recodeBytes(result: usize, number: usize): void {
  let carried: i32 = 0;
  for (let i: usize = 0; i < 8; i++) {
    const digit = <i32>load<u8>(number + i) + carried;
    carried = <i32>(digit > 128);
    store<i16>(result + (i << 1), digit - (carried << 8));
  }
  store<i16>(result + 16, carried);
}
