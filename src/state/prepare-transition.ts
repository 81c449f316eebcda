import type { Address } from '../primitives/address.ts';
import { equalBytes } from '../primitives/bytes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
import { equalRecords } from './account-record.ts';
import type { HeadView } from './head-view.ts';
import { accountLeaf, byTreeKey, entryLeaf } from './leaves.ts';
import { OriginError, StateUnavailableError } from './origin-state.ts';
import type { StateTotals } from './state-totals.ts';
import type { StoredNodes } from './stored-nodes.ts';
import type { AccountTransition, EntryTransition, Transition } from './transition.ts';
import type { KeptNode } from './tree/kept-node.ts';
import { NodeOverlay } from './tree/node-overlay.ts';
import { emptyTreeRoot, type LeafChange, updateTreeInSteps } from './tree/update-tree.ts';
import { accountTree } from './tree-rows.ts';
import type { Account, StateChanges, StateView } from './types.ts';

/** Accounts and entries that are looked at in one step. */
const valuesPerStep = 1_000;

/** What an account and some of its entries shall be afterwards; some may be unchanged. */
export type TargetAccount = {
  readonly address: Address;
  readonly account: Account | undefined;
  /** in any order; undefined: removed */
  readonly entries: ReadonlyMap<Hex, Uint8Array | undefined>;
};

/**
 * The transition from the head by `changes`, with the new root. `visible`: the head as the chain appears, with the
 * origin of a fork below it. Writes nothing.
 */
export function* prepareTransition(
  head: HeadView,
  nodes: StoredNodes,
  visible: StateView,
  changes: StateChanges,
): Steps<Transition> {
  const addresses = new Set([...changes.accounts.keys(), ...changes.entries.keys()]);
  const targets = [...addresses].map((address) => targetOf(visible, address, changes));
  const { height, minted, burned } = head.totals;
  const totals = { height: height + 1, minted: minted + changes.minted, burned: burned + changes.burned };
  return yield* buildTransition(head, nodes, targets, changes.codes, totals, visible);
}

/** One account of `base` after the changes. */
export function targetOf(base: StateView, address: Address, changes: StateChanges): TargetAccount {
  const set = changes.accounts.get(address);
  const account = set === undefined ? base.account(address) : (set ?? undefined);
  const entries = new Map<Hex, Uint8Array | undefined>();
  const changed = changes.entries.get(address);
  if (changed?.wiped) for (const [key] of base.entries(address, '0x')) entries.set(key, undefined);
  for (const [key, value] of changed?.values ?? []) entries.set(key, value ?? undefined);
  return { address, account, entries };
}

/**
 * The transition from the head to the state in which the targets are as given, each address once. `codes` may contain
 * code that is not used. `totals` are those of the new state without its root, which is computed here. `visible`
 * decides what changes: removing what only the origin of a fork has is a change, although no row of the head goes away.
 */
export function* buildTransition(
  head: HeadView,
  nodes: StoredNodes,
  targets: readonly TargetAccount[],
  codes: ReadonlyMap<Hash, Uint8Array>,
  totals: Omit<StateTotals, 'root'>,
  visible: StateView = head,
): Steps<Transition> {
  const accounts: AccountTransition[] = [];
  const entries: EntryTransition[] = [];
  const changedNodes = new Map<string, ReadonlyMap<string, KeptNode | null>>();
  for (const [index, target] of targets.toSorted(byAddress).entries()) {
    const { address, account } = target;
    if (index % valuesPerStep === valuesPerStep - 1) yield;
    const changed = target.entries.size === 0 ? [] : yield* entryTransitions(head, visible, target);
    const before = head.record(address);
    let storageRoot = before?.storageRoot ?? emptyTreeRoot;
    if (changed.length > 0) {
      const tree = new NodeOverlay(nodes.entryTree(address));
      storageRoot = yield* updateTreeInSteps(tree, yield* leavesOf(changed, ({ key, after }) => entryLeaf(key, after)));
      changedNodes.set(address, tree.changed);
      for (const entry of changed) entries.push(entry);
    }
    const after = account && { account, storageRoot };
    const isRemoved = visible !== head && after === undefined && shown(() => visible.account(address)) !== undefined;
    if (isRemoved || changed.length > 0 || !equalRecords(before, after)) accounts.push({ address, before, after });
  }
  const tree = new NodeOverlay(nodes.accountTree);
  const leaves = yield* leavesOf(accounts, ({ address, after }) => accountLeaf(address, after));
  const root = yield* updateTreeInSteps(tree, leaves);
  return {
    totals: { height: totals.height, root, minted: totals.minted, burned: totals.burned },
    previousRoot: head.totals.root,
    supply: { minted: totals.minted - head.totals.minted, burned: totals.burned - head.totals.burned },
    accounts,
    entries,
    codes: codesInUse(accounts, codes),
    nodes: changedNodes.set(accountTree, tree.changed),
  };
}

/** Changes of a tree, in the order of its keys. */
function* leavesOf<T>(items: readonly T[], leafOf: (item: T) => LeafChange): Steps<readonly LeafChange[]> {
  if (items.length < valuesPerStep) return items.map(leafOf).sort(byTreeKey);
  const leaves: LeafChange[] = [];
  yield* inSteps(items, valuesPerStep, (item) => leaves.push(leafOf(item)));
  return leaves.sort(byTreeKey);
}

/** In key order, without entries that do not change. */
function* entryTransitions(
  head: HeadView,
  visible: StateView,
  { address, entries }: TargetAccount,
): Steps<EntryTransition[]> {
  const changed: EntryTransition[] = [];
  for (const [index, key] of [...entries.keys()].sort().entries()) {
    if (index % valuesPerStep === valuesPerStep - 1) yield;
    const before = head.entry(address, key);
    const after = entries.get(key);
    const compared = visible === head ? before : shown(() => visible.entry(address, key));
    const isSame = compared === after || (compared && after && equalBytes(compared, after));
    if (!isSame) changed.push({ owner: address, key, before, after });
  }
  return changed;
}

const unknown = new Uint8Array(0);

/** What is not stored of an origin need not be fetched to be overwritten: it counts as something else. */
function shown<T>(read: () => T): T | typeof unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof StateUnavailableError || error instanceof OriginError) return unknown;
    throw error;
  }
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
