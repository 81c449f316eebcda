import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { changesSince } from './changed-keys.ts';
import type { HistoryView } from './history-view.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { ProofTooOldError } from './proof.ts';
import type { StoredNodes } from './stored-nodes.ts';
import { NodeOverlay, type NodeSource } from './tree/node-overlay.ts';
import { updateTree } from './tree/update-tree.ts';

/** The state tree and one account's entry tree. */
export type Trees = { readonly accounts: NodeSource; readonly entries: NodeSource };

/**
 * The trees after an earlier block: the newest ones, with everything that changed since set back in memory. The time
 * grows with the number of accounts changed since. Throws a ProofTooOldError when these accounts, or the changed
 * entries of `owner`, are more than `limit`.
 */
export function treesAt(reader: Reader, nodes: StoredNodes, view: HistoryView, owner: Address, limit: number): Trees {
  const changed = new Set<Address>();
  const keys = new Set<Hex>();
  for (const accounts of changesSince(reader, view.height)) {
    for (const [address, changedEntries] of accounts) {
      changed.add(address);
      if (address === owner) for (const key of changedEntries) keys.add(key);
    }
    if (changed.size > limit || keys.size > limit) throw new ProofTooOldError(view.height);
  }
  const accounts = new NodeOverlay(nodes.accountTree);
  updateTree(accounts, [...changed].map((address) => accountLeaf(address, view.record(address))).sort(byTreeKey));
  const entries = new NodeOverlay(nodes.entryTree(owner));
  updateTree(entries, [...keys].map((key) => entryLeaf(key, view.entry(owner, key))).sort(byTreeKey));
  return { accounts, entries };
}
