import type { Hash } from '../primitives/hash.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { rlpInteger } from '../primitives/rlp/item.ts';
import { treeRoot } from '../state/tree/tree-root.ts';

/**
 * Root of the tree index → item that commits a header to its transactions and receipts (yellow paper 4.3.3). Keys are
 * the RLP of the index.
 */
export function orderedRoot(items: readonly Uint8Array[]): Hash {
  return treeRoot(items.map((item, index) => [encodeRlp(rlpInteger(index)), item]));
}
