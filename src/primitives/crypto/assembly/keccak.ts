import { permute, state } from './keccak-permutation';

/** Bytes of message that are absorbed before each permutation: 1600 bits less twice the 256 of the digest. */
export const RATE: u32 = 136;
const STATE_BYTES: i32 = 200;

/** result = Keccak-256 of `length` bytes at `message`, as a word (KECCAK256: the original padding, not SHA-3's). */
export function keccak(result: usize, message: usize, length: u32): void {
  absorb(message, length);
  store<u64>(result, bswap<u64>(load<u64>(state, 24)));
  store<u64>(result, bswap<u64>(load<u64>(state, 16)), 8);
  store<u64>(result, bswap<u64>(load<u64>(state, 8)), 16);
  store<u64>(result, bswap<u64>(load<u64>(state)), 24);
}

/** Writes the 32 bytes of the digest in their order. */
export function keccakBytes(result: usize, message: usize, length: u32): void {
  absorb(message, length);
  memory.copy(result, state, 32);
}

function absorb(message: usize, length: u32): void {
  const rest = length % RATE;
  const whole = length - rest;
  begin();
  absorbBlocks(message, whole);
  absorbLast(message + whole, rest);
}

/** Begins a new hash. */
export function begin(): void {
  memory.fill(state, 0, STATE_BYTES);
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
  store<u8>(state, load<u8>(state, RATE - 1) ^ 0x80, RATE - 1);
  permute();
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
