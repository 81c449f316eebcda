import { type Address, addressFromBytes } from '../primitives/address.ts';
import { concatBytes, equalBytes } from '../primitives/bytes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import { toHex } from '../primitives/hex.ts';
import type { Reader, Row, Table } from '../store/contract.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import { decodeChangedKeys } from './changed-keys.ts';
import { heightAtEnd, historyKey, keyOf, sortableKey, within } from './keys.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { newestTotals } from './state-totals.ts';
import { accountNodeKey, entryNodeKey } from './stored-nodes.ts';
import { tables } from './tables.ts';
import { noNodes, TreeNodes } from './tree/tree-nodes.ts';
import { type LeafChange, updateTree } from './tree/update-tree.ts';

/**
 * Why a database does not hold one whole state, or undefined when it does. Recomputes every tree from the flat values
 * and compares each node; takes time and memory with the number of accounts and entries (about 10 µs each).
 */
export function stateFault(reader: Reader): string | undefined {
  const leaves: LeafChange[] = [];
  const seen = { entries: 0, entryNodes: 0 };
  for (const [key, row] of reader.range(tables.accounts)) {
    const address = addressFromBytes(key);
    const record = decodeAccountRecord(row);
    const fault = codeFault(reader, record) ?? entriesFault(reader, address, record, seen);
    if (fault !== undefined) return `account ${address}: ${fault}`;
    leaves.push(accountLeaf(address, record));
  }
  if (count(reader, tables.entries) !== seen.entries) return 'entries without an account';
  if (count(reader, tables.entryNodes) !== seen.entryNodes) return 'tree nodes without an account';
  const tree = new TreeNodes(noNodes);
  const root = updateTree(tree, leaves.sort(byTreeKey));
  const totals = newestTotals(reader);
  if (root !== totals.root) return `the root is ${root}, not ${totals.root}`;
  const expected = [...tree.changed].map(([path, node]) => [accountNodeKey(path), node] as const);
  return nodesFault(expected, reader.range(tables.accountNodes)) ?? historyFault(reader);
}

/** Sum of all balances in wei: what the supply must come to. */
export function totalBalance(reader: Reader): bigint {
  let total = 0n;
  for (const [, row] of reader.range(tables.accounts)) total += decodeAccountRecord(row).account.balance;
  return total;
}

function codeFault(reader: Reader, { account: { codeHash } }: AccountRecord): string | undefined {
  if (codeHash === emptyCodeHash) return undefined;
  const code = reader.get(tables.code, keyOf(codeHash));
  return code !== undefined && keccakHash(code) === codeHash ? undefined : `its code ${codeHash} is missing or wrong`;
}

function entriesFault(
  reader: Reader,
  owner: Address,
  { storageRoot }: AccountRecord,
  seen: { entries: number; entryNodes: number },
): string | undefined {
  const leaves: LeafChange[] = [];
  for (const [key, value] of reader.range(tables.entries, within(keyOf(owner)))) {
    leaves.push(entryLeaf(toHex(key.subarray(20)), value));
  }
  const tree = new TreeNodes(noNodes);
  const root = updateTree(tree, leaves.sort(byTreeKey));
  if (root !== storageRoot) return `the root of its entries is ${root}, not ${storageRoot}`;
  seen.entries += leaves.length;
  seen.entryNodes += tree.changed.size;
  const expected = [...tree.changed].map(([path, node]) => [entryNodeKey(owner, path), node] as const);
  return nodesFault(expected, reader.range(tables.entryNodes, within(keyOf(owner))));
}

function nodesFault(
  expected: readonly (readonly [Uint8Array, Uint8Array | null])[],
  stored: Iterable<Row>,
): string | undefined {
  const inOrder = expected.toSorted(([left], [right]) => Buffer.compare(left, right));
  let at = 0;
  for (const [key, node] of stored) {
    const [wanted, wantedNode] = inOrder[at++] ?? [];
    if (!wanted || !wantedNode || !equalBytes(wanted, key) || !equalBytes(wantedNode, node)) {
      return `tree node ${Buffer.from(key).toString('latin1')} is wrong or should not be`;
    }
  }
  return at === inOrder.length ? undefined : 'tree nodes are missing';
}

/** Looks at the newest block only: every key it changed must have its history, and no block may come after it. */
function historyFault(reader: Reader): string | undefined {
  const { height } = newestTotals(reader);
  for (const [key, row] of reader.range(tables.changes, { reverse: true, limit: 1 })) {
    const newest = heightAtEnd(key);
    if (newest > height) return `changes of block ${newest}, but the state is that of block ${height}`;
    for (const [address, keys] of decodeChangedKeys(row)) {
      const owner = keyOf(address);
      const isWhole =
        reader.has(tables.accountHistory, historyKey(owner, newest)) &&
        keys.every((entry) =>
          reader.has(tables.entryHistory, historyKey(concatBytes(owner, sortableKey(entry)), newest)),
        );
      if (!isWhole) return `account ${address}: no history of block ${newest}`;
    }
  }
  return undefined;
}

function count(reader: Reader, table: Table): number {
  let rows = 0;
  for (const _ of reader.range(table)) rows++;
  return rows;
}
