import { runToEnd } from '../primitives/steps.ts';
import type { Reader } from '../store/types.ts';
import { keysChangedSince } from './changed-keys.ts';
import type { HeadView } from './head-view.ts';
import type { HistoryView } from './history-view.ts';
import { buildTransition, type TargetAccount, targetOf } from './prepare-transition.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { Transition } from './transition.ts';
import type { StateChanges, StateView } from './types.ts';

/**
 * The transition from the head to `changes` over the state of `view`: on the newest tree, with everything that changed
 * since set back. `visible`: the same state with the origin of a fork below it. Throws a ProofTooOldError when that is
 * more than `limit` accounts or entries.
 */
export function transitionAfter(
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
): Transition {
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
  return runToEnd(buildTransition(head, nodes, targets, changes.codes, head.totals));
}
