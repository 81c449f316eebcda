import { permute, permuteComplemented, state } from './keccak-permutation';

/** Bytes of message that are absorbed before each permutation: 1600 bits less twice the 256 of the digest. */
export const RATE: u32 = 136;
/** The last bit of the padding, in the last lane of a block. */
const LAST_BIT: u64 = 0x8000000000000000;
const LAST_LANE: usize = RATE - 8;

/** result = Keccak-256 of `length` bytes at `message`, as a word (KECCAK256: the original padding, not SHA-3's). */
export function keccak(result: usize, message: usize, length: u32): void {
  begin();
  finish(result, message, length);
}

/** Absorbs the rest of a message, some blocks of it may be absorbed already, and writes the hash as a word. */
export function finish(result: usize, message: usize, length: u32): void {
  absorbRest(message, length);
  store<u64>(result, bswap<u64>(load<u64>(state, 24)));
  store<u64>(result, bswap<u64>(load<u64>(state, 16)), 8);
  store<u64>(result, bswap<u64>(load<u64>(state, 8)), 16);
  store<u64>(result, bswap<u64>(load<u64>(state)), 24);
}

/** Writes the 32 bytes of the digest in their order. */
export function keccakBytes(result: usize, message: usize, length: u32): void {
  begin();
  absorbRest(message, length);
  memory.copy(result, state, 32);
}

/**
 * The same as `keccak` of 64 bytes: KECCAK256 of the slots of mappings. Most lanes of the one block are known, so they
 * are written, complemented where the permutation wants them so, instead of cleared, added and complemented.
 */
export function keccak64(result: usize, message: usize): void {
  store<u64>(state, load<u64>(message));
  store<u64>(state, ~load<u64>(message, 8), 8);
  store<u64>(state, ~load<u64>(message, 16), 16);
  store<u64>(state, load<u64>(message, 24), 24);
  store<u64>(state, load<u64>(message, 32), 32);
  store<u64>(state, load<u64>(message, 40), 40);
  store<u64>(state, load<u64>(message, 48), 48);
  store<u64>(state, load<u64>(message, 56), 56);
  v128.store(state, i64x2(~1, 0), 64);
  v128.store(state, i64x2(0, 0), 80);
  v128.store(state, i64x2(~0, 0), 96);
  v128.store(state, i64x2(0, 0), 112);
  v128.store(state, i64x2(LAST_BIT, ~0), 128);
  v128.store(state, i64x2(0, 0), 144);
  v128.store(state, i64x2(~0, 0), 160);
  v128.store(state, i64x2(0, 0), 176);
  store<u64>(state, 0, 192);
  permuteComplemented(true);
  store<u64>(result, bswap<u64>(load<u64>(state, 24)));
  store<u64>(result, bswap<u64>(~load<u64>(state, 16)), 8);
  store<u64>(result, bswap<u64>(~load<u64>(state, 8)), 16);
  store<u64>(result, bswap<u64>(load<u64>(state)), 24);
}

function absorbRest(message: usize, length: u32): void {
  const rest = length % RATE;
  const whole = length - rest;
  absorbBlocks(message, whole);
  absorbLast(message + whole, rest);
}

/** Begins a new hash. Written out: `memory.fill` is a call into the runtime, which takes longer. */
export function begin(): void {
  clear32(state);
  clear32(state + 32);
  clear32(state + 64);
  clear32(state + 96);
  clear32(state + 128);
  clear32(state + 160);
  store<u64>(state, 0, 192);
}

@inline
function clear32(at: usize): void {
  v128.store(at, i64x2(0, 0));
  v128.store(at, i64x2(0, 0), 16);
}

/** Absorbs a multiple of RATE bytes. */
export function absorbBlocks(message: usize, length: u32): void {
  for (let rest = length; rest > 0; rest -= RATE) {
    for (let i: u32 = 0; i < RATE; i += 8) xorLimb(state + i, load<u64>(message + i));
    permute();
    message += RATE;
  }
}

/** Absorbs the last bytes, fewer than RATE; the first 32 bytes of the state are then the digest. */
export function absorbLast(message: usize, length: u32): void {
  const whole = length & ~7;
  for (let i: u32 = 0; i < whole; i += 8) xorLimb(state + i, load<u64>(message + i));
  xorLimb(state + whole, lastLimb(message + whole, length & 7));
  xorLimb(state + LAST_LANE, LAST_BIT);
  permute(true);
}

@inline
function xorLimb(lane: usize, value: u64): void {
  store<u64>(lane, load<u64>(lane) ^ value);
}

/** The last 0–7 bytes of the message, followed by the first bit of the padding. */
@inline
function lastLimb(tail: usize, count: u32): u64 {
  let limb: u64 = 1 << (count << 3);
  for (let i: u32 = 0; i < count; i++) limb |= (<u64>load<u8>(tail + i)) << (i << 3);
  return limb;
}
