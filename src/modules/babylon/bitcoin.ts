import { toHex } from '../../primitives/hex.ts';

/** A block that everybody knows, of 20 April 2024, and its time in seconds since 1970. */
const knownBlock = { height: 840_000n, time: 1_713_571_767n };
/**
 * The difficulty follows the hash power every 2016 blocks, so that blocks come every 600 seconds where it stays the same,
 * and earlier where it grows. They have come every 590 seconds since that block; 582 need a growth of 3 % in every two
 * weeks, for ever.
 */
const leastBlockSeconds = 582n;
const dayOfBlocks = 144n;
/** Blocks of one subsidy, and the first subsidy in satoshis. */
const halvingBlocks = 210_000n;
const firstSubsidy = 5_000_000_000n;

/**
 * Why Bitcoin has no block of that height at a time in seconds since 1970; undefined when it may have one. Blocks come at
 * random, so that it may be a day of blocks ahead.
 */
export function heightFault(height: bigint, time: bigint): string | undefined {
  const elapsed = time > knownBlock.time ? time - knownBlock.time : 0n;
  const highest = knownBlock.height + elapsed / leastBlockSeconds + dayOfBlocks;
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
