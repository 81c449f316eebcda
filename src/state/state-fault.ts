import { type Address, addressFromBytes } from '../primitives/address.ts';
import { equalBytes } from '../primitives/bytes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import { toHex } from '../primitives/hex.ts';
import { countRows } from '../store/count-rows.ts';
import type { Reader, Row } from '../store/types.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import { countChanges, firstChangeFrom } from './changed-heights.ts';
import { addressOf } from './history-key.ts';
import { keyOf, ownedKey, prefixRange } from './keys.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { firstStoredHeight, historySince, lastReplacedHeight } from './replaced-values.ts';
import { newestTotals } from './state-totals.ts';
import { accountNodeKey, entryNodeKey } from './stored-nodes.ts';
import { stateTables } from './tables.ts';
import { NodeOverlay, noNodes } from './tree/node-overlay.ts';
import { type LeafChange, updateTree } from './tree/update-tree.ts';

/**
 * The first inconsistency of the state in a database, or undefined. Recomputes every tree from the flat values and
 * compares each node. Time and memory grow with the number of accounts and entries (about 10 µs each). `onAccount` is
 * called for each account.
 */
export function stateFault(reader: Reader, onAccount: () => void = () => {}): string | undefined {
  return treesFault(reader, onAccount) ?? historyFault(reader);
}

/** The first inconsistency of the state and the first of its history, if any. */
export function stateFaults(reader: Reader, onAccount: () => void): readonly string[] {
  return [treesFault(reader, onAccount), historyFault(reader)].filter((fault) => fault !== undefined);
}

function treesFault(reader: Reader, onAccount: () => void): string | undefined {
  const leaves: LeafChange[] = [];
  const counted = { entries: 0, entryNodes: 0 };
  for (const [key, row] of reader.range(stateTables.accounts)) {
    const address = addressFromBytes(key);
    const record = decodedRecord(row);
    if (typeof record === 'string') return `account ${address}: ${record}`;
    const fault = codeFault(reader, record) ?? entriesFault(reader, address, record, counted);
    if (fault !== undefined) return `account ${address}: ${fault}`;
    leaves.push(accountLeaf(address, record));
    onAccount();
  }
  if (countRows(reader, stateTables.entries) !== counted.entries) return 'entries without an account';
  if (countRows(reader, stateTables.entryNodes) !== counted.entryNodes) return 'tree nodes without an account';
  const tree = new NodeOverlay(noNodes);
  const root = updateTree(tree, leaves.sort(byTreeKey));
  const totals = newestTotals(reader);
  if (root !== totals.root) return `the root is ${root}, not ${totals.root}`;
  const expected = [...tree.changed].map(([path, node]) => [accountNodeKey(path), node] as const);
  return nodesFault(expected, reader.range(stateTables.accountNodes));
}

/** Sum of all balances in wei, which must equal the supply. */
export function totalBalance(reader: Reader): bigint {
  let total = 0n;
  for (const [, row] of reader.range(stateTables.accounts)) total += decodeAccountRecord(row).account.balance;
  return total;
}

/** The record of a row, or why it cannot be decoded. */
function decodedRecord(row: Uint8Array): AccountRecord | string {
  try {
    return decodeAccountRecord(row);
  } catch (error) {
    return `its record cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function codeFault(reader: Reader, { account: { codeHash } }: AccountRecord): string | undefined {
  if (codeHash === emptyCodeHash) return undefined;
  const code = reader.get(stateTables.code, keyOf(codeHash));
  return code !== undefined && keccakHash(code) === codeHash ? undefined : `its code ${codeHash} is missing or wrong`;
}

function entriesFault(
  reader: Reader,
  owner: Address,
  { storageRoot }: AccountRecord,
  counted: { entries: number; entryNodes: number },
): string | undefined {
  const prefix = ownedKey(owner);
  const leaves: LeafChange[] = [];
  for (const [key, value] of reader.range(stateTables.entries, prefixRange(prefix))) {
    leaves.push(entryLeaf(toHex(key.subarray(prefix.length)), value));
  }
  const tree = new NodeOverlay(noNodes);
  const root = updateTree(tree, leaves.sort(byTreeKey));
  if (root !== storageRoot) return `the root of its entries is ${root}, not ${storageRoot}`;
  counted.entries += leaves.length;
  counted.entryNodes += tree.changed.size;
  const expected = [...tree.changed].map(([path, node]) => [entryNodeKey(owner, path), node] as const);
  return nodesFault(expected, reader.range(stateTables.entryNodes, prefixRange(prefix)));
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
      return `tree node ${Buffer.from(key).toString('latin1')} is wrong or does not belong there`;
    }
  }
  return at === inOrder.length ? undefined : 'tree nodes are missing';
}

/** The index must have every key that a block changed, and nothing else; no change may be later than the state. */
function historyFault(reader: Reader): string | undefined {
  const { height } = newestTotals(reader);
  const last = lastReplacedHeight(reader) ?? height;
  if (last > height) return `changes of block ${last}, but the state is that of block ${height}`;
  let changes = 0;
  for (const { height: changedAt, keys } of historySince(reader, (firstStoredHeight(reader) ?? 0) - 1)) {
    const missing = keys.find((key) => firstChangeFrom(reader, key, changedAt) !== changedAt);
    if (missing !== undefined) return `account ${addressOf(missing)}: no history of block ${changedAt}`;
    changes += keys.length;
  }
  return countChanges(reader) === changes ? undefined : 'history of accounts or entries that no block changed';
}
