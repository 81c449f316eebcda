/** Inverses for ../curves/modular.ts: numbers of 256 bits, little-endian. */
import { invert } from './inversion';

const LIMBS: usize = 10;
const MASK: u64 = (1 << 28) - 1;

/** value and modulus, with room for reading beyond them */
export const value: usize = memory.data(40, 8);
export const modulus: usize = memory.data(40, 8);

const valueLimbs: usize = memory.data(40, 8);
const modulusLimbs: usize = memory.data(40, 8);

/** value = 1 / value modulo the modulus */
export function invertValue(): void {
  split(valueLimbs, value);
  split(modulusLimbs, modulus);
  invert(valueLimbs, valueLimbs, modulusLimbs, LIMBS);
  memory.fill(value, 0, 40);
  for (let i: usize = 0; i < LIMBS; i++) {
    const bit = i * 28;
    const at = value + (bit >> 3);
    store<u64>(at, load<u64>(at) | ((<u64>load<u32>(valueLimbs + (i << 2))) << (bit & 7)));
  }
}

function split(limbs: usize, number: usize): void {
  for (let i: usize = 0; i < LIMBS; i++) {
    const bit = i * 28;
    store<u32>(limbs + (i << 2), <u32>((load<u64>(number + (bit >> 3)) >> (bit & 7)) & MASK));
  }
}
