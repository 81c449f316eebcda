import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { type AccountRecord, hasFrequentCode } from './account-record.ts';
import { changesSince } from './changed-keys.ts';
import type { HistoryView } from './history-view.ts';
import { recordWithRoot } from './implied-roots.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { ProofTooOldError } from './proof.ts';
import type { StoredNodes } from './stored-nodes.ts';
import { NodeOverlay, type NodeSource } from './tree/node-overlay.ts';
import { updateTree } from './tree/update-tree.ts';

/** The state tree, one account, and its entry tree. */
export type Trees = {
  readonly accounts: NodeSource;
  readonly record: AccountRecord | undefined;
  readonly entries: NodeSource;
};

/** What changed of an account: the height of the first change, and entries if somebody needs them. */
type Changes = { readonly first: number; readonly keys: Set<Hex> | undefined };

/** Keys between two calls of `onProgress`. */
const stride = 64;

/** How much a proof may do, and what is called now and then meanwhile; it may throw. */
type Search = { readonly limit: number; readonly onProgress: () => void };

/**
 * The trees after an earlier block: the newest ones, with everything that changed since set back in memory. The time
 * grows with the number of accounts changed since. Throws a ProofTooOldError when these accounts, or the changed
 * entries of `owner` or of an account whose root is implied, are more than `limit`.
 */
export function treesAt(
  reader: Reader,
  nodes: StoredNodes,
  view: HistoryView,
  owner: Address,
  { limit, onProgress }: Search,
): Trees {
  const changed = new Map<Address, Changes>();
  for (const { height, accounts } of changesSince(reader, view.height)) {
    onProgress();
    for (const [address, changedEntries] of accounts) {
      let changes = changed.get(address);
      if (changes === undefined) {
        changes = { first: height, keys: needsEntries(view, address, owner) ? new Set() : undefined };
        changed.set(address, changes);
      }
      const { keys } = changes;
      if (keys === undefined) continue;
      for (const key of changedEntries) keys.add(key);
      if (keys.size > limit) throw new ProofTooOldError(view.height);
    }
    if (changed.size > limit) throw new ProofTooOldError(view.height);
  }
  const recordOf = (address: Address) => {
    const { first = Number.POSITIVE_INFINITY, keys = [] } = changed.get(address) ?? {};
    return recordWithRoot(nodes, view, address, () => ({ first, keys }));
  };
  const accounts = new NodeOverlay(nodes.accountTree);
  const leafOf = (address: Address, index: number) => {
    if (index % stride === 0) onProgress();
    return accountLeaf(address, recordOf(address));
  };
  updateTree(accounts, [...changed.keys()].map(leafOf).sort(byTreeKey));
  onProgress();
  const entries = new NodeOverlay(nodes.entryTree(owner));
  const keys = [...(changed.get(owner)?.keys ?? [])];
  updateTree(entries, keys.map((key) => entryLeaf(key, view.entry(owner, key))).sort(byTreeKey));
  return { accounts, record: recordOf(owner), entries };
}

function needsEntries(view: HistoryView, address: Address, owner: Address): boolean {
  const account = view.account(address);
  return address === owner || (account !== undefined && hasFrequentCode(account));
}
