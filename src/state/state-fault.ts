import { type Address, addressFromBytes } from '../primitives/address.ts';
import { equalBytes } from '../primitives/bytes.ts';
import { cacheSizes } from '../primitives/cache-sizes.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import { countRows } from '../store/count-rows.ts';
import type { Reader, Row } from '../store/types.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import { ChangedHeights } from './changed-heights.ts';
import { keysChangedSince } from './changed-keys.ts';
import { HeadView } from './head-view.ts';
import { addressOf } from './history-key.ts';
import { HistoryView } from './history-view.ts';
import { keyOf, ownedKey, prefixRange } from './keys.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { firstStoredHeight, historySince, lastReplacedHeight } from './replaced-values.ts';
import { newestTotals, unwrittenBlocks } from './state-totals.ts';
import { stateTables } from './tables.ts';
import { NodeOverlay, noNodes } from './tree/node-overlay.ts';
import { type LeafChange, updateTree } from './tree/update-tree.ts';
import { accountTree, nodeRow } from './tree-rows.ts';
import { UnwrittenRows } from './unwritten-rows.ts';

/**
 * The first inconsistency of the state in a database, or undefined. Recomputes every tree from the flat values, sets
 * back what blocks have changed whose nodes are not written yet, and compares each node. Time and memory grow with the
 * number of accounts and entries (about 10 µs each). `onAccount` is called for each account.
 */
export function stateFault(reader: Reader, onAccount: () => void = () => {}): string | undefined {
  return stateFaults(reader, onAccount)[0];
}

/** The first inconsistency of the state and the first of its history, if any. */
export function stateFaults(reader: Reader, onAccount: () => void): readonly string[] {
  const history = historyFault(reader);
  const isComparable = history === undefined || unwrittenBlocks(reader) === 0;
  const trees = isComparable ? treesFault(reader, onAccount) : undefined;
  return [trees, history].filter((fault) => fault !== undefined);
}

function treesFault(reader: Reader, onAccount: () => void): string | undefined {
  const leaves: LeafChange[] = [];
  const counted: Counted = { entries: 0, entryNodes: 0, writtenRoots: new Map(), nodeFault: undefined };
  const before = leavesBefore(reader);
  for (const [key, row] of reader.range(stateTables.accounts)) {
    const address = addressFromBytes(key);
    const record = decodedRecord(row);
    if (typeof record === 'string') return `account ${address}: ${record}`;
    const fault = codeFault(reader, record) ?? entriesFault(reader, address, record, before, counted);
    if (fault !== undefined) return `account ${address}: ${fault}`;
    leaves.push(accountLeaf(address, record));
    onAccount();
  }
  if (countRows(reader, stateTables.entries) !== counted.entries) return 'entries without an account';
  const tree = new NodeOverlay(noNodes);
  const root = updateTree(tree, leaves.sort(byTreeKey));
  const totals = newestTotals(reader);
  if (root !== totals.root) return `the root is ${root}, not ${totals.root}`;
  for (const [owner, entries] of before.entries) {
    checkEntryNodes(reader, owner, new NodeOverlay(noNodes), entries, counted); // it is gone since
  }
  if (counted.nodeFault !== undefined) return counted.nodeFault;
  if (countRows(reader, stateTables.entryNodes) !== counted.entryNodes) return 'tree nodes without an account';
  const { nodes } = writtenNodes(tree, before.accounts(counted.writtenRoots));
  return nodesFault(accountTree, nodes, reader.range(stateTables.accountNodes));
}

/** What has been seen of all entry trees; the first wrong node, which is a fault unless there is a wrong value. */
type Counted = {
  entries: number;
  entryNodes: number;
  /** Roots of the entry trees on disk, where they are not the newest. */
  readonly writtenRoots: Map<Address, Hash>;
  nodeFault: string | undefined;
};

/** What the blocks have replaced whose nodes are not written: the leaves of accounts, and of entries by their owner. */
type LeavesBefore = {
  /** `roots`: storage roots, which the history may leave out, of those whose entries have changed */
  readonly accounts: (roots: ReadonlyMap<Address, Hash>) => readonly LeafChange[];
  /** those of owners that have not been checked yet */
  readonly entries: Map<Address, readonly LeafChange[]>;
};

function leavesBefore(reader: Reader): LeavesBefore {
  const blocks = unwrittenBlocks(reader);
  if (blocks === 0) return { accounts: () => [], entries: new Map() };
  const head = new HeadView(reader, cacheSizes());
  const view = new HistoryView(
    reader,
    head,
    new ChangedHeights(reader, new UnwrittenRows(reader, head)),
    head.totals.height - blocks,
  );
  const changed = [...keysChangedSince(reader, view.height)];
  const entriesOf = (owner: Address, keys: Iterable<Hex>) =>
    [...keys].map((key) => entryLeaf(key, view.entry(owner, key)));
  return {
    accounts: (roots) =>
      changed.map(([address]) => {
        const record = view.record(address);
        const storageRoot = roots.get(address) ?? record?.storageRoot;
        return accountLeaf(address, record && storageRoot && { account: record.account, storageRoot });
      }),
    entries: new Map(changed.map(([owner, keys]) => [owner, entriesOf(owner, keys)])),
  };
}

/** The nodes that are on disk, by path, and their root, of a tree whose newest nodes are all in `newest`. */
function writtenNodes(
  newest: NodeOverlay,
  before: readonly LeafChange[],
): { readonly root: Hash; readonly nodes: ReadonlyMap<string, Uint8Array> } {
  const written = new NodeOverlay(newest);
  const root = updateTree(written, before.toSorted(byTreeKey));
  const nodes = new Map<string, Uint8Array>();
  for (const [path, node] of [...newest.changed, ...written.changed]) {
    if (node === null) nodes.delete(path);
    else nodes.set(path, node.encoded);
  }
  return { root, nodes };
}

/** Sum of all balances in wei, which must equal the supply. */
export function totalBalance(reader: Reader): bigint {
  let total = 0n;
  for (const [, row] of reader.range(stateTables.accounts)) total += decodeAccountRecord(row).account.balance;
  return total;
}

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
  before: LeavesBefore,
  counted: Counted,
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
  const replaced = before.entries.get(owner) ?? [];
  before.entries.delete(owner);
  checkEntryNodes(reader, owner, tree, replaced, counted);
  return undefined;
}

/** `tree`: with all nodes of the newest state. */
function checkEntryNodes(
  reader: Reader,
  owner: Address,
  tree: NodeOverlay,
  before: readonly LeafChange[],
  counted: Counted,
): void {
  const { root, nodes } = writtenNodes(tree, before);
  if (before.length > 0) counted.writtenRoots.set(owner, root);
  counted.entryNodes += nodes.size;
  const fault = nodesFault(owner, nodes, reader.range(stateTables.entryNodes, prefixRange(ownedKey(owner))));
  if (fault !== undefined) counted.nodeFault ??= `account ${owner}: ${fault}`;
}

function nodesFault(
  tree: string,
  expected: ReadonlyMap<string, Uint8Array>,
  stored: Iterable<Row>,
): string | undefined {
  const rows = [...expected].map(([path, node]) => [nodeRow(tree, path)[1], node] as const);
  const inOrder = rows.sort(([left], [right]) => Buffer.compare(left, right));
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
  const heights = new ChangedHeights(reader, new UnwrittenRows(reader, new HeadView(reader, cacheSizes())));
  let changes = 0;
  for (const { height: changedAt, replaced } of historySince(reader, (firstStoredHeight(reader) ?? 0) - 1)) {
    const missing = replaced.find(([key]) => heights.firstFrom(key, changedAt) !== changedAt);
    if (missing !== undefined) return `account ${addressOf(missing[0])}: no history of block ${changedAt}`;
    changes += replaced.length;
  }
  return heights.count() === changes ? undefined : 'history of accounts or entries that no block changed';
}
