import { type Address, parseAddress } from '../primitives/address.ts';

/** The address of a native module or precompile: `0x…` and its number, e.g. 0x0d01 → 0x…0D01. */
export function moduleAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
