import type { Address } from '../address.ts';

/**
 * A value of the contract ABI: integers are bigint, addresses `0x…` text, bytes and fixed bytes Uint8Array, arrays are
 * lists. A tuple is a record when all its fields have names, else a list.
 */
export type AbiValue = bigint | boolean | string | Address | Uint8Array | readonly AbiValue[] | AbiRecord;
export type AbiRecord = { readonly [name: string]: AbiValue };

/** The bytes cannot be decoded, or the value does not fit its type. */
export class AbiValueError extends Error {
  override name = 'AbiValueError';
}
