import type { Address } from '../primitives/address.ts';
import { equalBytes } from '../primitives/bytes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { equalRecords } from './account-record.ts';
import type { HeadView } from './head-view.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import type { StateTotals } from './state-totals.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { AccountTransition, EntryTransition, Transition } from './transition.ts';
import { NodeOverlay } from './tree/node-overlay.ts';
import { emptyTreeRoot, updateTree } from './tree/update-tree.ts';
import type { Account } from './types.ts';

/** What an account and some of its entries are to become. They may well be that already. */
export type TargetAccount = {
  readonly address: Address;
  readonly account: Account | undefined;
  /** in any order; undefined: nothing */
  readonly entries: ReadonlyMap<Hex, Uint8Array | undefined>;
};

/**
 * The way from the head to a state that differs in the targets, each address once. `codes` may hold more than is used;
 * `totals` are those of the new state, but for its root, which is worked out.
 */
export function buildTransition(
  head: HeadView,
  nodes: StoredNodes,
  targets: readonly TargetAccount[],
  codes: ReadonlyMap<Hash, Uint8Array>,
  totals: Omit<StateTotals, 'root'>,
): Transition {
  const accounts: AccountTransition[] = [];
  const entries: EntryTransition[] = [];
  const entryNodes = new Map<Address, ReadonlyMap<string, Uint8Array | null>>();
  for (const target of targets.toSorted(byAddress)) {
    const { address, account } = target;
    const changed = entryTransitions(head, target);
    const before = head.record(address);
    let storageRoot = before?.storageRoot ?? emptyTreeRoot;
    if (changed.length > 0) {
      const tree = new NodeOverlay(nodes.entryTree(address));
      storageRoot = updateTree(tree, changed.map(({ key, after }) => entryLeaf(key, after)).sort(byTreeKey));
      entryNodes.set(address, tree.changed);
      for (const entry of changed) entries.push(entry);
    }
    const after = account && { account, storageRoot };
    if (!equalRecords(before, after)) accounts.push({ address, before, after });
  }
  const tree = new NodeOverlay(nodes.accountTree);
  const root = updateTree(tree, accounts.map(({ address, after }) => accountLeaf(address, after)).sort(byTreeKey));
  return {
    totals: { ...totals, root },
    previousRoot: head.totals.root,
    accounts,
    entries,
    codes: codesInUse(accounts, codes),
    accountNodes: tree.changed,
    entryNodes,
  };
}

/** In key order, without those that are what they are to become. */
function entryTransitions(head: HeadView, { address, entries }: TargetAccount): EntryTransition[] {
  const changed: EntryTransition[] = [];
  for (const key of [...entries.keys()].sort()) {
    const before = head.entry(address, key);
    const after = entries.get(key);
    const isSame = before === after || (before && after && equalBytes(before, after));
    if (!isSame) changed.push({ owner: address, key, before, after });
  }
  return changed;
}

function codesInUse(
  accounts: readonly AccountTransition[],
  added: ReadonlyMap<Hash, Uint8Array>,
): Map<Hash, Uint8Array> {
  const codes = new Map<Hash, Uint8Array>();
  for (const { after } of accounts) {
    const hash = after?.account.codeHash;
    const code = hash && added.get(hash);
    if (hash && code) codes.set(hash, code);
  }
  return codes;
}

function byAddress(left: TargetAccount, right: TargetAccount): number {
  return left.address < right.address ? -1 : 1;
}
