import { type Hex, toHex } from './hex.ts';

/** 32 bytes as `0x` and 64 lower-case hex digits. */
export type Hash = Hex & { readonly __brand: 'Hash' };

const hashPattern = /^0x[0-9a-f]{64}$/;

/** `0x…` in any case → Hash; undefined when it is not 32 bytes of hex. */
export function asHash(text: string): Hash | undefined {
  const lower = text.toLowerCase();
  return hashPattern.test(lower) ? (lower as Hash) : undefined;
}

/** `0x…` in any case → Hash. Throws a RangeError when it is not 32 bytes of hex. */
export function parseHash(text: string): Hash {
  const hash = asHash(text);
  if (hash === undefined) throw new RangeError(`not a 32-byte hash: ${text.slice(0, 80)}`);
  return hash;
}

/** 32 bytes → Hash. Throws a RangeError for another length. */
export function hashFromBytes(bytes: Uint8Array): Hash {
  if (bytes.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${bytes.length}`);
  return toHex(bytes) as Hash;
}

/** An unsigned number of up to 256 bits as 32 bytes. */
export function hashFromNumber(value: bigint): Hash {
  return parseHash(`0x${value.toString(16).padStart(64, '0')}`);
}

export const zeroHash = parseHash(`0x${'00'.repeat(32)}`);
