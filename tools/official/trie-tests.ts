import { keccak256 } from '@qord/curves/keccak';
import * as z from 'zod';
import { fromHex } from '#qord/primitives/hex.ts';
import { NodeOverlay, noNodes } from '#qord/state/tree/node-overlay.ts';
import { treeRoot } from '#qord/state/tree/tree-root.ts';
import { updateTree } from '#qord/state/tree/update-tree.ts';
import { wordField } from './fields.ts';
import { type CheckResult, check } from './result.ts';

/** A file of TrieTests: keys and values, in order or in any order, and the root they give. null removes a key. */
const changesSchema = z.union([
  z.array(z.tuple([z.string(), z.string().nullable()])),
  z.record(z.string(), z.string().nullable()).transform((entries) => Object.entries(entries)),
]);
export const trieTestSchema = z.object({ in: changesSchema, root: wordField });
type TrieTest = z.output<typeof trieTestSchema>;

/** Builds the tree twice: change by change in place, and at once from the remaining entries. */
export function runTrieTest(name: string, test: TrieTest, isSecure: boolean): CheckResult {
  return check(name, () => {
    const nodes = new NodeOverlay(noNodes);
    const left = new Map<string, Uint8Array>();
    let root: string = test.root;
    for (const [key, value] of test.in) {
      const path = toPath(key, isSecure);
      const bytes = value === null ? null : toBytes(value);
      root = updateTree(nodes, [[path, bytes]]);
      if (bytes === null) left.delete(path);
      else left.set(path, bytes);
    }
    if (root !== test.root) return `updated step by step: ${root}, expected ${test.root}`;
    const rebuilt = treeRoot([...left].map(([path, bytes]) => [fromHex(`0x${path}`), bytes]));
    return rebuilt === test.root ? undefined : `built at once: ${rebuilt}, expected ${test.root}`;
  });
}

/** Secure tries hash their keys. */
function toPath(key: string, isSecure: boolean): string {
  const bytes = toBytes(key);
  return Buffer.from(isSecure ? keccak256(bytes) : bytes).toString('hex');
}

function toBytes(text: string): Uint8Array {
  return text.startsWith('0x') ? fromHex(text) : Uint8Array.from(Buffer.from(text, 'utf8'));
}
