import type { Hash } from '../primitives/hash.ts';
import { encodeRlp } from '../primitives/rlp/encode.ts';
import { rlpInteger } from '../primitives/rlp/item.ts';
import { runToEnd, type Steps } from '../primitives/steps.ts';
import type { Composed } from '../state/tree/node.ts';
import { treeRootInSteps } from '../state/tree/tree-root.ts';

/**
 * Root of the tree index → item that commits a header to its transactions and receipts (yellow paper 4.3.3). Keys are
 * the RLP of the index.
 */
export function orderedRoot(items: readonly Uint8Array[]): Hash {
  return runToEnd(orderedRootInSteps(items));
}

/** The same in steps. */
export function orderedRootInSteps(items: readonly (Uint8Array | Composed)[]): Steps<Hash> {
  return treeRootInSteps(items.map((item, index) => [encodeRlp(rlpInteger(index)), item]));
}
