import type { Address } from '../../../primitives/address.ts';
import { addressToBytes } from '../../../primitives/address.ts';
import { bigintToFixedBytes, concatBytes } from '../../../primitives/bytes.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';

/** One leaf of the tree under a batch's withdrawals root. */
export type Withdrawal = {
  /** index of the leaf, from 0 */
  readonly index: bigint;
  readonly recipient: Address;
  readonly denom: string;
  readonly amount: bigint;
};

/** Longest proof: a tree of 2^48 leaves. */
export const maxProofDepth = 48;

/**
 * Hash of a leaf: SHA-256 of `qor/rdk/withdrawal/v1`, index (8 bytes), recipient (20 bytes), amount (32 bytes) and
 * denom. With more than 64 bytes it is never the hash of a node.
 */
export function leafHash({ index, recipient, denom, amount }: Withdrawal): Uint8Array {
  return sha256(
    concatBytes(
      Buffer.from('qor/rdk/withdrawal/v1', 'utf8'),
      bigintToFixedBytes(index, 8),
      addressToBytes(recipient),
      bigintToFixedBytes(amount, 32),
      Buffer.from(denom, 'utf8'),
    ),
  );
}

/** Hash of a node: SHA-256 of its two children; a node without a sibling is paired with itself. */
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(left, right));
}

/**
 * The root computed from the leaf and its siblings, from the leaf up; undefined when no tree of that depth has the
 * leaf.
 */
export function rootOf(withdrawal: Withdrawal, siblings: readonly Uint8Array[]): Uint8Array | undefined {
  if (siblings.length > maxProofDepth || withdrawal.index >> BigInt(siblings.length) > 0n) return undefined;
  let hash = leafHash(withdrawal);
  siblings.forEach((sibling, height) => {
    const isRight = (withdrawal.index >> BigInt(height)) % 2n === 1n;
    hash = isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling);
  });
  return hash;
}
