import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { buildTransition, type TargetAccount } from './build-transition.ts';
import { changesSince } from './changed-keys.ts';
import type { HeadView } from './head-view.ts';
import type { HistoryView } from './history-view.ts';
import { totalsAt } from './state-totals.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { Transition } from './transition.ts';

/** Works out the way back from the head to the state that `view` shows. Writes nothing. */
export function prepareRewind(reader: Reader, head: HeadView, nodes: StoredNodes, view: HistoryView): Transition {
  const changed = new Map<Address, Set<Hex>>();
  for (const { keys: accounts } of changesSince(reader, view.height)) {
    for (const [address, keys] of accounts) {
      const known = changed.get(address) ?? new Set();
      for (const key of keys) known.add(key);
      changed.set(address, known);
    }
  }
  const targets = [...changed].map(([address, keys]): TargetAccount => {
    const entries = new Map([...keys].map((key) => [key, view.entry(address, key)]));
    return { address, account: view.account(address), entries };
  });
  const totals = totalsAt(reader, view.height);
  const transition = buildTransition(head, nodes, targets, new Map(), totals);
  if (transition.totals.root !== totals.root) throw new Error(`the history of block ${view.height} is corrupt`);
  return transition;
}
