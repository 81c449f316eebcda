/*
 * Base58 of exactly 64 bytes. They are 22 numbers of 24 bits (the first of 8). The weight of each is stored as 22
 * digits of base 58^4, so that the digits of the whole are sums of products, all below 2^53 and therefore exact
 * doubles; carrying comes last.
 */

const SIZE: usize = 64;
const COUNT: usize = 22;
const BASE: u64 = 58 * 58 * 58 * 58;
const PAIRS: u32 = 58 * 58;
const ONE: u8 = 0x31;

/** Bytes of one column of weights, of the numbers, and of the sums: doubles. */
const COLUMN: usize = 22 * 8;
export const TEXT_LENGTH: usize = 4 * 22;

const alphabet: usize = memory.data<u8>([
  0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x4a, 0x4b,
  0x4c, 0x4d, 0x4e, 0x50, 0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x61, 0x62, 0x63, 0x64, 0x65,
  0x66, 0x67, 0x68, 0x69, 0x6a, 0x6b, 0x6d, 0x6e, 0x6f, 0x70, 0x71, 0x72, 0x73, 0x74, 0x75, 0x76, 0x77, 0x78, 0x79,
  0x7a,
]);

/** Two characters for each pair of digits. */
const pairs: usize = memory.data(58 * 58 * 2, 16);
/** Column j: digit j of each number's weight, most significant first. */
const weights: usize = memory.data(22 * 22 * 8, 16);
const numbers: usize = memory.data(22 * 8, 16);
export const text: usize = memory.data(4 * 22, 16);

/** Fills the tables. Called once. */
export function prepareBase58(): void {
  for (let pair: u32 = 0; pair < PAIRS; pair++) {
    store<u8>(pairs + 2 * pair, load<u8>(alphabet + pair / 58));
    store<u8>(pairs + 2 * pair, load<u8>(alphabet + (pair % 58)), 1);
  }
  setWeight(COUNT - 1, COUNT - 1, 1);
  for (let row = COUNT - 1; row > 0; row--) {
    let carry: u64 = 0;
    for (let column = COUNT; column > 0; column--) {
      const value = ((<u64>weight(row, column - 1)) << 24) + carry;
      setWeight(row - 1, column - 1, <f64>(value % BASE));
      carry = value / BASE;
    }
  }
}

/** Writes base58 of the 64 bytes to the end of `text`; returns the offset of its first digit. */
export function base58(bytes: usize): usize {
  readNumbers(bytes);
  writeDigits();
  let zeros: usize = 0;
  while (zeros < SIZE && load<u8>(bytes + zeros) === 0) zeros++;
  let start: usize = 0;
  while (start < TEXT_LENGTH && load<u8>(text + start) === ONE) start++;
  return start - zeros;
}

function readNumbers(bytes: usize): void {
  store<f64>(numbers, <f64>load<u8>(bytes));
  for (let i: usize = 1; i < COUNT; i++) {
    const last = bytes + 3 * i;
    const number = ((<u32>load<u8>(last - 2)) << 16) | ((<u32>load<u8>(last - 1)) << 8) | load<u8>(last);
    store<f64>(numbers + (i << 3), <f64>number);
  }
}

/** From the least significant digit to the most significant one. */
function writeDigits(): void {
  let carry: u64 = 0;
  for (let column = COUNT; column > 0; column--) {
    const value = sumOf(column - 1) + carry;
    carry = value / BASE;
    const digits = <u32>(value - carry * BASE);
    const high = digits / PAIRS;
    const position = text + 4 * (column - 1);
    store<u16>(position, load<u16>(pairs + 2 * high));
    store<u16>(position, load<u16>(pairs + 2 * (digits - high * PAIRS)), 2);
  }
}

function sumOf(column: usize): u64 {
  const factors = weights + column * COLUMN;
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < COLUMN; at += 16) {
    sum = f64x2.add(sum, f64x2.mul(v128.load(numbers + at), v128.load(factors + at)));
  }
  return <u64>(f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1));
}

@inline
function weight(row: usize, column: usize): f64 {
  return load<f64>(weights + column * COLUMN + (row << 3));
}

@inline
function setWeight(row: usize, column: usize, digit: f64): void {
  store<f64>(weights + column * COLUMN + (row << 3), digit);
}
