import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import { runToEnd, type Steps } from '../../primitives/steps.ts';
import { encodeNode, type NodeReference, toNodeReference } from './node.ts';
import { commonPrefixLength, emptyTreeRoot } from './update-tree.ts';

/** Key as hex digits without 0x, and value. */
type Leaf = readonly [key: string, value: Uint8Array];

/**
 * Root of the tree of exactly these keys and values; no value is empty. The keys are distinct, in any order. The tree
 * itself is not kept: for one that will change, see `updateTree`.
 */
export function treeRoot(rows: Iterable<readonly [key: Uint8Array, value: Uint8Array]>): Hash {
  return runToEnd(treeRootInSteps(rows));
}

/** The same in steps. */
export function* treeRootInSteps(rows: Iterable<readonly [key: Uint8Array, value: Uint8Array]>): Steps<Hash> {
  const leaves = [...rows].map(([key, value]): Leaf => [toHexDigits(key), value]);
  leaves.sort(([left], [right]) => (left < right ? -1 : 1));
  if (leaves.length === 0) return emptyTreeRoot;
  const node = yield* subtree(leaves, 0);
  yield; // a node of one leaf may have 12 MB
  return keccakHash(node);
}

/** A branch above more leaves is a step. */
const leavesPerStep = 100;

/** The encoded node over these leaves, at least one and in order, whose keys share their first `depth` digits. */
function* subtree(leaves: readonly Leaf[], depth: number): Steps<Uint8Array> {
  const [first = ['', new Uint8Array(0)]] = leaves;
  const [last] = leaves.at(-1) ?? first;
  const [key, value] = first;
  if (leaves.length === 1) return encodeNode({ kind: 'leaf', path: key.slice(depth), value });
  const fork = commonPrefixLength(key, last);
  const branch = yield* branchOver(leaves, fork);
  return fork === depth
    ? branch
    : encodeNode({ kind: 'extension', path: key.slice(depth, fork), child: toNodeReference(branch) });
}

function* branchOver(leaves: readonly Leaf[], depth: number): Steps<Uint8Array> {
  const children: (NodeReference | undefined)[] = Array.from({ length: 16 }, () => undefined);
  let value: Uint8Array | undefined;
  for (let start = 0, end = 0; start < leaves.length; start = end) {
    const [key, own] = leaves[start] ?? ['', undefined];
    const digit = key.charAt(depth);
    end = start + 1;
    while (end < leaves.length && leaves[end]?.[0].charAt(depth) === digit) end++;
    if (digit === '') value = own;
    else children[Number.parseInt(digit, 16)] = toNodeReference(yield* subtree(leaves.slice(start, end), depth + 1));
    if (end - start > leavesPerStep) yield;
  }
  return encodeNode({ kind: 'branch', children, value });
}
