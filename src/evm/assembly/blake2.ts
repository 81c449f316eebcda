/*
 * The compression function F of BLAKE2b (RFC 7693, section 3.2) with any number of rounds, as EIP-152 requires. The
 * 4×4 matrix of working words is in eight vectors, two for each row a, b, c, d, so that one step works on the four
 * columns at once; between the two halves of a round the rows are rotated so that diagonals become columns.
 */

/**
 * Input of the precompile: rounds (4 bytes, big-endian), state h (64), message m (128), offset t (16), final flag (1).
 */
export const input: usize = memory.data(213, 16);
const ROUNDS: usize = input;
/** The state is changed in place. */
export const state: usize = input + 4;
const MESSAGE: usize = input + 68;
const OFFSET: usize = input + 196;
const IS_FINAL: usize = input + 212;

/** Bytes from one half of a round to the next in the schedule. */
const HALF: usize = 8;
const SCHEDULE_BYTES: usize = 160;

/**
 * Which words of the message enter each half of the ten rounds (RFC 7693, section 2.7), in the order they are loaded.
 */
// biome-ignore format: a row for each round
const schedule: usize = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
  14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3,
  11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4,
  7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8,
  9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13,
  2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9,
  12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11,
  13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10,
  6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5,
  10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0,
]);

/** Initialisation vector: the fractional parts of the square roots of the first eight primes. */
const initial: usize = memory.data<u64>([
  0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1,
  0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
]);

/** Two words of the message, by the indices at `selector` and two bytes on: those of neighbouring columns. */
@inline
function messagePair(selector: usize): v128 {
  const first = v128.load64_zero(MESSAGE + ((<usize>load<u8>(selector)) << 3));
  return v128.load_lane<u64>(MESSAGE + ((<usize>load<u8>(selector, 2)) << 3), first, 1);
}

@inline
function rotateRight32(x: v128): v128 {
  return v128.shuffle<u32>(x, x, 1, 0, 3, 2);
}

@inline
function rotateRight24(x: v128): v128 {
  return v128.shuffle<u8>(x, x, 3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
}

@inline
function rotateRight16(x: v128): v128 {
  return v128.shuffle<u16>(x, x, 1, 2, 3, 0, 5, 6, 7, 4);
}

@inline
function rotateRight63(x: v128): v128 {
  return v128.or(i64x2.shr_u(x, 63), i64x2.add(x, x));
}

/** The upper word of `x`, then the lower word of `y`. */
@inline
function joinHalves(x: v128, y: v128): v128 {
  return v128.shuffle<u64>(x, y, 1, 2);
}

/** Compresses the data at `input`; the new state h is at `state`. */
export function compress(): void {
  let a0 = v128.load(state);
  let a1 = v128.load(state, 16);
  let b0 = v128.load(state, 32);
  let b1 = v128.load(state, 48);
  let c0 = v128.load(initial);
  let c1 = v128.load(initial, 16);
  let d0 = v128.xor(v128.load(initial, 32), v128.load(OFFSET));
  let d1 = v128.load(initial, 48);
  if (load<u8>(IS_FINAL)) d1 = v128.xor(d1, i64x2(-1, 0));

  const halves = (<u64>bswap<u32>(load<u32>(ROUNDS))) << 1;
  let selector = schedule;
  for (let half: u64 = 0; half < halves; half++) {
    a0 = i64x2.add(i64x2.add(a0, b0), messagePair(selector));
    a1 = i64x2.add(i64x2.add(a1, b1), messagePair(selector + 4));
    d0 = rotateRight32(v128.xor(d0, a0));
    d1 = rotateRight32(v128.xor(d1, a1));
    c0 = i64x2.add(c0, d0);
    c1 = i64x2.add(c1, d1);
    b0 = rotateRight24(v128.xor(b0, c0));
    b1 = rotateRight24(v128.xor(b1, c1));
    a0 = i64x2.add(i64x2.add(a0, b0), messagePair(selector + 1));
    a1 = i64x2.add(i64x2.add(a1, b1), messagePair(selector + 5));
    d0 = rotateRight16(v128.xor(d0, a0));
    d1 = rotateRight16(v128.xor(d1, a1));
    c0 = i64x2.add(c0, d0);
    c1 = i64x2.add(c1, d1);
    b0 = rotateRight63(v128.xor(b0, c0));
    b1 = rotateRight63(v128.xor(b1, c1));

    // rotate row b by one, c by two, d by three words; after the diagonals, in the other direction
    const b = b0;
    const c = c0;
    const d = d0;
    c0 = c1;
    c1 = c;
    if (half & 1) {
      b0 = joinHalves(b1, b);
      b1 = joinHalves(b, b1);
      d0 = joinHalves(d, d1);
      d1 = joinHalves(d1, d);
    } else {
      b0 = joinHalves(b, b1);
      b1 = joinHalves(b1, b);
      d0 = joinHalves(d1, d);
      d1 = joinHalves(d, d1);
    }
    selector += HALF;
    if (selector == schedule + SCHEDULE_BYTES) selector = schedule;
  }

  v128.store(state, v128.xor(v128.load(state), v128.xor(a0, c0)));
  v128.store(state, v128.xor(v128.load(state, 16), v128.xor(a1, c1)), 16);
  v128.store(state, v128.xor(v128.load(state, 32), v128.xor(b0, d0)), 32);
  v128.store(state, v128.xor(v128.load(state, 48), v128.xor(b1, d1)), 48);
}
