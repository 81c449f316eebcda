import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';
import { buildTransition, type TargetAccount } from './build-transition.ts';
import type { StateChanges } from './changes.ts';
import type { HeadView } from './head-view.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { Transition } from './transition.ts';
import type { StateView } from './types.ts';

/** Works out what `changes`, made over the head, come to, and the root that results. Writes nothing. */
export function prepareTransition(head: HeadView, nodes: StoredNodes, changes: StateChanges): Transition {
  const addresses = new Set([...changes.accounts.keys(), ...changes.entries.keys()]);
  const targets = [...addresses].map((address) => targetOf(head, address, changes));
  const { height, minted, burned } = head.totals;
  const totals = { height: height + 1, minted: minted + changes.minted, burned: burned + changes.burned };
  return buildTransition(head, nodes, targets, changes.codes, totals);
}

/** What the changes, made over `base`, make of one account. */
export function targetOf(base: StateView, address: Address, changes: StateChanges): TargetAccount {
  const set = changes.accounts.get(address);
  const account = set === undefined ? base.account(address) : (set ?? undefined);
  const entries = new Map<Hex, Uint8Array | undefined>();
  const changed = changes.entries.get(address);
  if (changed?.wiped) for (const [key] of base.entries(address, '0x')) entries.set(key, undefined);
  for (const [key, value] of changed?.values ?? []) entries.set(key, value ?? undefined);
  return { address, account, entries };
}
