import type { Hash } from '../primitives/hash.ts';
import { runToEnd } from '../primitives/steps.ts';
import type { Reader } from '../store/types.ts';
import { keysChangedSince } from './changed-keys.ts';
import type { HeadView } from './head-view.ts';
import type { HistoryView } from './history-view.ts';
import { buildTransition, type TargetAccount, targetOf } from './prepare-transition.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { StateChanges, StateView } from './types.ts';

/**
 * State root after `changes` over the state of `view`: computed on the newest tree, with everything that changed since
 * set back. `visible`: the same state with the origin of a fork below it. Throws a ProofTooOldError when that is more
 * than `limit` accounts or entries.
 */
export function rootAfter(
  reader: Reader,
  head: HeadView,
  nodes: StoredNodes,
  {
    view,
    visible,
    changes,
    limit,
  }: {
    readonly view: HistoryView;
    readonly visible: StateView;
    readonly changes: StateChanges;
    readonly limit: number;
  },
): Hash {
  const changed = keysChangedSince(reader, view.height, limit);
  for (const address of [...changes.accounts.keys(), ...changes.entries.keys()]) {
    if (!changed.has(address)) changed.set(address, new Set());
  }
  const targets = [...changed].map(([address, keys]): TargetAccount => {
    const isTarget = changes.accounts.has(address) || changes.entries.has(address);
    const { account, entries } = targetOf(isTarget ? visible : view, address, changes);
    const before = [...keys].map((key) => [key, view.entry(address, key)] as const);
    return { address, account, entries: new Map([...before, ...entries]) };
  });
  return runToEnd(buildTransition(head, nodes, targets, changes.codes, head.totals)).totals.root;
}
