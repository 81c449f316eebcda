import { toHex } from '../../primitives/hex.ts';

/** The maximum supply: 21 million bitcoin, in satoshis. */
export const maxSatoshis = 2_100_000_000_000_000n;

/**
 * A lock time from this value on is a time, not a height (consensus rule of nLockTime), so no block has such a height.
 */
const heightLimit = 500_000_000n;

/** Why no block of Bitcoin has that height, or undefined. */
export function heightFault(height: bigint): string | undefined {
  return height > 0n && height < heightLimit
    ? undefined
    : `a Bitcoin height must be from 1 to ${heightLimit - 1n}, not ${height}`;
}

/** Whether the hash is zero. */
export function isEmptyHash(hash: Uint8Array): boolean {
  return hash.every((byte) => byte === 0);
}

/**
 * Whether a block of a public Bitcoin network can have that hash, in the order of bytes that explorers show. The
 * easiest proof of work among them, that of signet, leaves 22 bits zero (BIP 325); a hash in the other order shows
 * here.
 */
export function isMined(hash: Uint8Array): boolean {
  return hash[0] === 0 && hash[1] === 0 && !isEmptyHash(hash);
}

/** 64 hex digits, as explorers show it. */
export function hashText(hash: Uint8Array): string {
  return toHex(hash).slice(2);
}
