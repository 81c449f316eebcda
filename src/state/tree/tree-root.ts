import type { Hash } from '../../primitives/hash.ts';
import { noNodes, TreeNodes } from './tree-nodes.ts';
import { updateTree } from './update-tree.ts';

/** Root of the tree that holds exactly these keys and values, none of them empty. Keys in any order, each once. */
export function treeRoot(rows: Iterable<readonly [key: Uint8Array, value: Uint8Array]>): Hash {
  const leaves = [...rows].map(([key, value]) => [Buffer.from(key).toString('hex'), value] as const);
  leaves.sort(([left], [right]) => (left < right ? -1 : 1));
  return updateTree(new TreeNodes(noNodes), leaves);
}
