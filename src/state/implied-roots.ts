import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import { equalAccounts } from './account.ts';
import { type AccountRecord, hasFrequentCode } from './account-record.ts';
import { afterHistoryOf } from './changed-heights.ts';
import { accountHistoryKey, entriesPrefix, entryKeyOf } from './history-key.ts';
import type { HistoryView } from './history-view.ts';
import { firstKeyAfterPrefix } from './keys.ts';
import { byTreeKey, entryLeaf } from './leaves.ts';
import { ProofTooOldError } from './proof.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { AccountTransition, EntryTransition } from './transition.ts';
import { NodeOverlay } from './tree/node-overlay.ts';
import { updateTree } from './tree/update-tree.ts';

/**
 * Storage roots that the history leaves out. Every block changes entries of some native modules and of the contract of
 * EIP-2935, and with them nothing of these accounts but their roots, each 32 bytes that no execution reads. Where a
 * block only gives other values to entries that there are, the history has the entries and not the account. Proofs then
 * compute the root from the entries that changed since. What creates or removes entries, and may do so with every
 * block, is written as always: the entries that a root is computed from are about as many as the accounts. Saves 390 of
 * the 2,700 bytes of a block of one transfer, and a fifth of the rows it writes.
 */
export function isRootImplied({ before, after }: AccountTransition, entries: readonly EntryTransition[]): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    hasFrequentCode(before.account) &&
    equalAccounts(before.account, after.account) &&
    entries.every((entry) => entry.before !== undefined && entry.after !== undefined)
  );
}

/** What the root of an account may have to be computed from: its entries that changed since, in any order. */
type ChangedEntries = {
  /** the first height at which one of them changed, or an earlier change of the account */
  readonly first: number;
  readonly keys: Iterable<Hex>;
};

/**
 * An account after the block of the view, with its root then. `changesOf` is called when the root may be implied.
 */
export function recordWithRoot(
  nodes: StoredNodes,
  view: HistoryView,
  address: Address,
  changesOf: () => ChangedEntries,
): AccountRecord | undefined {
  const record = view.record(address);
  if (record === undefined || view.isHead || !hasFrequentCode(record.account)) return record;
  const writtenAt = view.changedAt(accountHistoryKey(address));
  if (writtenAt === view.height + 1) return record;
  const { first, keys } = changesOf();
  if (writtenAt !== undefined && writtenAt <= first) return record;
  const tree = new NodeOverlay(nodes.entryTree(address));
  const leaves = [...keys].map((key) => entryLeaf(key, view.entry(address, key))).sort(byTreeKey);
  return leaves.length === 0 ? record : { ...record, storageRoot: updateTree(tree, leaves) };
}

/** Keys between two calls of `onProgress`. */
const stride = 1_024;

/**
 * The entries of an account that changed after the block of the view, by a search through all that ever changed,
 * during which `onProgress` is called now and then. Throws a ProofTooOldError when they are more than `limit`.
 */
export function entriesChangedSince(
  view: HistoryView,
  owner: Address,
  { limit, onProgress }: { readonly limit: number; readonly onProgress: () => void },
): ChangedEntries {
  const keys: Hex[] = [];
  const end = firstKeyAfterPrefix(entriesPrefix(owner));
  let first = Number.POSITIVE_INFINITY;
  let count = 0;
  let key = view.heights.firstKey(entriesPrefix(owner), end);
  for (; key !== undefined; key = view.heights.firstKey(afterHistoryOf(key), end)) {
    if (++count % stride === 0) onProgress();
    const changedAt = view.changedAt(key);
    const entry = entryKeyOf(key);
    if (changedAt === undefined || entry === undefined) continue;
    first = Math.min(first, changedAt);
    keys.push(entry);
    if (keys.length > limit) throw new ProofTooOldError(view.height);
  }
  return { first, keys };
}
