import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { buildTransition, type TargetAccount } from './build-transition.ts';
import { changesSince } from './changed-keys.ts';
import type { StateChanges } from './changes.ts';
import type { HeadView } from './head-view.ts';
import type { HistoryView } from './history-view.ts';
import { targetOf } from './prepare-transition.ts';
import { ProofTooOldError } from './proof.ts';
import type { StoredNodes } from './stored-nodes.ts';

/**
 * State root after `changes` made over the state that `view` shows: the newest tree, with everything that changed since
 * put back. Throws a ProofTooOldError when that is more than `limit` accounts or entries.
 */
export function rootAfter(
  reader: Reader,
  head: HeadView,
  nodes: StoredNodes,
  { view, changes, limit }: { readonly view: HistoryView; readonly changes: StateChanges; readonly limit: number },
): Hash {
  const changed = keysChangedSince(reader, view.height, limit);
  for (const address of [...changes.accounts.keys(), ...changes.entries.keys()]) {
    if (!changed.has(address)) changed.set(address, new Set());
  }
  const targets = [...changed].map(([address, keys]): TargetAccount => {
    const { account, entries } = targetOf(view, address, changes);
    const before = [...keys].map((key) => [key, view.entry(address, key)] as const);
    return { address, account, entries: new Map([...before, ...entries]) };
  });
  return buildTransition(head, nodes, targets, changes.codes, head.totals).totals.root;
}

function keysChangedSince(reader: Reader, height: number, limit: number): Map<Address, Set<Hex>> {
  const changed = new Map<Address, Set<Hex>>();
  let count = 0;
  for (const { keys: accounts } of changesSince(reader, height)) {
    for (const [address, keys] of accounts) {
      const known = changed.get(address) ?? new Set();
      for (const key of keys) known.add(key);
      changed.set(address, known);
      count += keys.length;
    }
    if (changed.size > limit || count > limit) throw new ProofTooOldError(height);
  }
  return changed;
}
