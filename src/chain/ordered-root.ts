import { concatBytes, emptyBytes } from '../primitives/bytes.ts';
import { keccak256 } from '../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../primitives/hash.ts';
import { encodeRlp, type RlpItem, rlpInteger } from '../primitives/rlp.ts';

type Leaf = { readonly path: Uint8Array; readonly value: Uint8Array };

/**
 * Root of the Merkle-Patricia tree index → item that commits a header to its transactions and receipts (yellow paper
 * 4.3.3 and appendix D). Keys are the RLP of the index.
 */
export function orderedRoot(items: readonly Uint8Array[]): Hash {
  const leaves = items.map((value, index) => ({ path: toNibbles(encodeRlp(rlpInteger(index))), value }));
  leaves.sort((left, right) => Buffer.compare(left.path, right.path));
  return hashFromBytes(keccak256(encodeRlp(nodeOf(leaves, 0))));
}

/** The node over leaves that share their first `depth` nibbles. Keys are never prefixes of each other. */
function nodeOf(leaves: readonly Leaf[], depth: number): RlpItem {
  const first = leaves[0];
  const last = leaves.at(-1);
  if (first === undefined || last === undefined) return emptyBytes;
  if (first === last) return [hexPrefix(first.path.subarray(depth), true), first.value];
  const shared = commonPrefix(first.path, last.path, depth);
  if (shared === depth) return branchOf(leaves, depth);
  return [hexPrefix(first.path.subarray(depth, shared), false), reference(branchOf(leaves, shared))];
}

function branchOf(leaves: readonly Leaf[], depth: number): RlpItem {
  const children: RlpItem[] = [];
  let start = 0;
  for (let nibble = 0; nibble < 16; nibble++) {
    let end = start;
    while (leaves[end]?.path[depth] === nibble) end++;
    children.push(start === end ? emptyBytes : reference(nodeOf(leaves.slice(start, end), depth + 1)));
    start = end;
  }
  return [...children, emptyBytes];
}

/** Nodes shorter than a hash stand in their parent; others are named by their hash. */
function reference(node: RlpItem): RlpItem {
  const encoded = encodeRlp(node);
  return encoded.length < 32 ? node : keccak256(encoded);
}

/** First position from `depth` on where the sorted paths differ. */
function commonPrefix(left: Uint8Array, right: Uint8Array, depth: number): number {
  let at = depth;
  while (left[at] === right[at]) at++;
  return at;
}

function toNibbles(bytes: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(bytes.length * 2);
  bytes.forEach((byte, i) => {
    nibbles[i * 2] = byte >> 4;
    nibbles[i * 2 + 1] = byte & 15;
  });
  return nibbles;
}

/** Appendix C: nibbles → bytes; the first nibble tells leaf from extension and odd from even. */
function hexPrefix(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const odd = nibbles.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  const head = Uint8Array.of((flag << 4) | (odd === 1 ? (nibbles[0] ?? 0) : 0));
  const tail = new Uint8Array((nibbles.length - odd) / 2);
  for (let i = 0; i < tail.length; i++) tail[i] = ((nibbles[odd + 2 * i] ?? 0) << 4) | (nibbles[odd + 2 * i + 1] ?? 0);
  return concatBytes(head, tail);
}
