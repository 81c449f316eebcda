import { toHex } from '../../primitives/hex.ts';

/** Time of the first block of Bitcoin, in seconds since 1970. */
const firstBlockSeconds = 1_231_006_505n;
/** Blocks have come every 575 seconds on average since then, and the difficulty aims at 600: none can come faster. */
const leastBlockSeconds = 540n;
/** Blocks of one subsidy, and the first subsidy in satoshis. */
const halvingBlocks = 210_000n;
const firstSubsidy = 5_000_000_000n;

/** Why Bitcoin has no block of that height at a time in seconds since 1970; undefined when it may have one. */
export function heightFault(height: bigint, time: bigint): string | undefined {
  const highest = (time - firstBlockSeconds) / leastBlockSeconds;
  return height > 0n && height <= highest
    ? undefined
    : `a Bitcoin height must be from 1 to ${highest} at this time, not ${height}`;
}

/** Satoshis that exist after the block of that height, at most. */
export function supplyAt(height: bigint): bigint {
  let supply = 0n;
  let left = height + 1n;
  for (let subsidy = firstSubsidy; left > 0n && subsidy > 0n; subsidy >>= 1n) {
    const blocks = left < halvingBlocks ? left : halvingBlocks;
    supply += blocks * subsidy;
    left -= blocks;
  }
  return supply;
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
