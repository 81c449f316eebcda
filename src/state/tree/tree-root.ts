import type { Hash } from '../../primitives/hash.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import { runToEnd, type Steps } from '../../primitives/steps.ts';
import { type Composed, encodeNode, type NodeReference, referenceTo, rootFrom, toNodeReference } from './node.ts';
import { commonPrefixLength, emptyTreeRoot } from './update-tree.ts';

/** Key as hex digits without 0x, and value. */
type Leaf = readonly [key: string, value: Uint8Array | Composed];

/**
 * Root of the tree of exactly these keys and values; no value is empty. The keys are distinct, in any order. The tree
 * itself is not kept: for one that will change, see `updateTree`.
 */
export function treeRoot(rows: Iterable<readonly [key: Uint8Array, value: Uint8Array]>): Hash {
  return runToEnd(treeRootInSteps(rows));
}

/** The same in steps. */
export function* treeRootInSteps(
  rows: Iterable<readonly [key: Uint8Array, value: Uint8Array | Composed]>,
): Steps<Hash> {
  const leaves = [...rows].map(([key, value]): Leaf => [toHexDigits(key), value]);
  leaves.sort(([left], [right]) => (left < right ? -1 : 1));
  if (leaves.length === 0) return emptyTreeRoot;
  return rootFrom(yield* subtree(leaves, 0));
}

/** A branch above more leaves is a step. */
const leavesPerStep = 100;

/** A longer leaf is encoded in one step and hashed in the next: it may have 12 MB. */
const longLeaf = 16_000;

/** The reference to the node over these leaves, at least one and in order, whose keys share their first digits. */
function* subtree(leaves: readonly Leaf[], depth: number): Steps<NodeReference> {
  const [first = ['', new Uint8Array(0)]] = leaves;
  const [last] = leaves.at(-1) ?? first;
  const [key, value] = first;
  if (leaves.length === 1) return yield* leafReference(key.slice(depth), value);
  const fork = commonPrefixLength(key, last);
  const child = yield* branchOver(leaves, fork);
  return fork === depth ? child : referenceTo({ kind: 'extension', path: key.slice(depth, fork), child });
}

function* leafReference(path: string, value: Uint8Array | Composed): Steps<NodeReference> {
  if (value.length < longLeaf) return referenceTo({ kind: 'leaf', path, value });
  const encoded = encodeNode({ kind: 'leaf', path, value });
  yield;
  return toNodeReference(encoded);
}

function* branchOver(leaves: readonly Leaf[], depth: number): Steps<NodeReference> {
  const children: (NodeReference | undefined)[] = Array.from({ length: 16 }, () => undefined);
  let value: Uint8Array | undefined;
  for (let start = 0, end = 0; start < leaves.length; start = end) {
    const [key, own] = leaves[start] ?? ['', undefined];
    const digit = key.charAt(depth);
    end = start + 1;
    while (end < leaves.length && leaves[end]?.[0].charAt(depth) === digit) end++;
    if (digit === '') value = own && toBytes(own);
    else {
      const isShort = end - start === 1 && own !== undefined && own.length < longLeaf;
      children[Number.parseInt(digit, 16)] = isShort
        ? referenceTo({ kind: 'leaf', path: key.slice(depth + 1), value: own })
        : yield* subtree(leaves.slice(start, end), depth + 1);
    }
    if (end - start > leavesPerStep) yield;
  }
  return referenceTo({ kind: 'branch', children, value });
}

function toBytes(value: Uint8Array | Composed): Uint8Array {
  if (value instanceof Uint8Array) return value;
  const bytes = new Uint8Array(value.length);
  value.write(bytes, 0);
  return bytes;
}
