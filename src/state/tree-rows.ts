import type { Address } from '../primitives/address.ts';
import { concatBytes } from '../primitives/bytes.ts';
import type { Reader, Table } from '../store/types.ts';
import { ownedKey } from './keys.ts';
import { stateTables } from './tables.ts';
import { KeptNode } from './tree/kept-node.ts';
import type { NodeSource } from './tree/node-overlay.ts';

/** Takes the place of the owner of an entry tree. */
export const accountTree = '';

/** Row of a node: of the account tree under its path as ASCII digits, of an entry tree behind the owner. */
export function nodeRow(tree: string, path: string): readonly [Table, Uint8Array] {
  const digits = Buffer.from(path, 'latin1');
  if (tree === accountTree) return [stateTables.accountNodes, digits];
  return [stateTables.entryNodes, concatBytes(ownedKey(tree as Address), digits)];
}

/** A tree as it is on disk. */
export function storedTree(reader: Reader, tree: string): NodeSource {
  return {
    get: (path) => {
      const node = reader.get(...nodeRow(tree, path));
      return node && new KeptNode(node);
    },
  };
}
