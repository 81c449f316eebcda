/** SHAKE128 and SHAKE256 (FIPS 202, section 6.2) over the one state of this module. */
import { permute, state } from '../keccak-permutation';

export const SHAKE128: u32 = 168;
export const SHAKE256: u32 = 136;
const STATE_BYTES: i32 = 200;

/** Bytes of output are read from the state, `rate` of them before each `permute`. */
export { state };

/** Absorbs `length` bytes at the rate of the function; the first bytes of output are then in the state. */
export function absorb(message: usize, length: u32, rate: u32): void {
  memory.fill(state, 0, STATE_BYTES);
  let rest = length;
  while (rest >= rate) {
    for (let i: u32 = 0; i < rate; i += 8) store<u64>(state + i, load<u64>(state + i) ^ load<u64>(message + i));
    permute();
    message += rate;
    rest -= rate;
  }
  for (let i: u32 = 0; i < rest; i++) store<u8>(state + i, load<u8>(state + i) ^ load<u8>(message + i));
  store<u8>(state + rest, load<u8>(state + rest) ^ 0x1f);
  store<u8>(state + rate - 1, load<u8>(state + rate - 1) ^ 0x80);
  permute();
}

/** The next bytes of output. */
@inline
export function squeeze(): void {
  permute();
}
