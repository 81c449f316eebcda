import { createHash } from 'node:crypto';

/** SHAKE-256 (FIPS 202) with an output of `length` bytes. */
export function shake256(bytes: Uint8Array, length: number): Uint8Array {
  return Uint8Array.from(createHash('shake256', { outputLength: length }).update(bytes).digest());
}
