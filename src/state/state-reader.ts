import type { Address } from '../primitives/address.ts';
import { type CacheSizes, cacheSizes } from '../primitives/cache-sizes.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { type AccountRange, type AccountRangeRequest, accountRange } from './account-range.ts';
import { ChangedHeights } from './changed-heights.ts';
import { ForkedView } from './forked-view.ts';
import { HeadView } from './head-view.ts';
import { HistoryView } from './history-view.ts';
import { entriesChangedSince, recordWithRoot } from './implied-roots.ts';
import { treeKey } from './leaves.ts';
import type { OriginState } from './origin-state.ts';
import { OriginProofError, type StateProof } from './proof.ts';
import type { StateTotals } from './state-totals.ts';
import { StoredNodes } from './stored-nodes.ts';
import type { Transition } from './transition.ts';
import { transitionAfter } from './transition-after.ts';
import { nodesOver } from './tree/node-overlay.ts';
import { proveKey } from './tree/prove-key.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import { accountTree } from './tree-rows.ts';
import { type Trees, treesAt } from './trees-at.ts';
import type { StateChanges, StateView } from './types.ts';

export type StateLimits = {
  /** bytes of the caches */
  readonly caches: Pick<CacheSizes, 'accounts' | 'entries' | 'code' | 'treeNodes'>;
  /** most accounts, or entries of the account in question, that may have changed since the height of a proof */
  readonly proofChanges: number;
};

/** A proof at the limit takes about a second. */
export const defaultStateLimits: StateLimits = { caches: cacheSizes(), proofChanges: 50_000 };

/** Keys of a proof between two calls of `onProgress`. */
const keysPerProgress = 16;

/** Where the states of a chain begin. */
export type StateBase = {
  /** height of the block that holds the genesis state */
  readonly first: number;
  /** what a fork has below it */
  readonly fork?: ForkBase | undefined;
};

type ForkBase = {
  readonly origin: OriginState;
  /** Whether an account with that code is a native module, whose records are local. */
  readonly isNative: (codeHash: Hash) => boolean;
};

/**
 * The committed states of a chain, the newest and earlier ones. Between two calls of `refresh` the underlying reader
 * must stay at one commit, unless this object itself commits.
 */
export class StateReader {
  protected readonly headView: HeadView;
  protected readonly nodes: StoredNodes;
  protected readonly heights: ChangedHeights;
  readonly #reader: Reader;
  readonly #proofChanges: number;
  readonly #base: StateBase;
  /** what the chain appears as: in a fork the origin lies below it */
  readonly #head: StateView;

  constructor(reader: Reader, limits: StateLimits = defaultStateLimits, base: StateBase = { first: 0 }) {
    this.#reader = reader;
    this.#proofChanges = limits.proofChanges;
    this.#base = base;
    this.headView = new HeadView(reader, limits.caches, base.first);
    this.nodes = new StoredNodes(reader, this.headView, limits.caches.treeNodes);
    this.heights = new ChangedHeights(reader, this.nodes.unwritten);
    this.#head = this.#visible(this.headView, undefined);
  }

  /** The newest state; the view follows each commit. */
  get head(): StateView {
    return this.#head;
  }

  /** The state below a fork; undefined: not a fork. */
  get origin(): OriginState | undefined {
    return this.#base.fork?.origin;
  }

  get totals(): StateTotals {
    return this.headView.totals;
  }

  /** The state after the block of that height, unaffected by later commits; undefined when there is none. */
  at(height: number): StateView | undefined {
    const view = this.viewAt(height);
    return view && this.#visible(view, height);
  }

  /**
   * Proves an account and some of its entries against the state root of that height; undefined when there is none.
   * Throws a ProofTooOldError when too much has changed since, an OriginProofError for what only the origin has.
   * `onProgress` is called now and then, and may throw.
   */
  proof(
    address: Address,
    keys: readonly Hex[],
    height: number,
    onProgress: () => void = () => {},
  ): StateProof | undefined {
    const view = this.viewAt(height);
    if (view === undefined) return undefined;
    const trees = this.#treesAt(view, address, onProgress);
    if (this.#base.fork !== undefined) this.#assertLocal(view, address, keys);
    return proofIn(trees, view, address, keys, onProgress);
  }

  /** The same after a transition from the head, whose state is `after`. */
  proofAfter(
    { accounts, entries, nodes }: Transition,
    after: StateView,
    address: Address,
    keys: readonly Hex[],
  ): StateProof {
    const changed = accounts.find((each) => each.address === address);
    const record = changed === undefined ? this.headView.record(address) : changed.after;
    const trees = {
      accounts: nodesOver(this.nodes.accountTree, nodes.get(accountTree)),
      record,
      entries: nodesOver(this.nodes.entryTree(address), nodes.get(address)),
    };
    const isChanged = (key: Hex) => entries.some((entry) => entry.owner === address && entry.key === key);
    const isHidden = (key: Hex) =>
      this.headView.entry(address, key) === undefined && !isChanged(key) && after.entry(address, key) !== undefined;
    const isPartOfOrigin = () => (record === undefined ? after.account(address) !== undefined : keys.some(isHidden));
    if (this.#base.fork !== undefined && isPartOfOrigin()) throw new OriginProofError(address);
    return proofIn(trees, after, address, keys, () => {});
  }

  /**
   * Accounts after the block of that height, in the order of the state tree; undefined when there is none. Of a fork
   * only those kept here. Throws a ProofTooOldError when too much has changed since.
   */
  accountRange(height: number, request: AccountRangeRequest): AccountRange | undefined {
    const view = this.viewAt(height);
    if (view === undefined) return undefined;
    const range = accountRange(this.#reader, view, request);
    const search = { limit: this.#proofChanges, onProgress: request.onProgress };
    const accounts = range.accounts.map((account) => {
      const changes = () => entriesChangedSince(view, account.address, search);
      const record = recordWithRoot(this.nodes, view, account.address, changes);
      return { ...account, record: record ?? account.record };
    });
    return { ...range, accounts };
  }

  /**
   * The transition from the head to what changes make of the state of that height; undefined when there is none. Throws
   * a ProofTooOldError when too much has changed since.
   */
  transitionAfter(height: number, changes: StateChanges): Transition | undefined {
    const view = this.viewAt(height);
    if (view === undefined) return undefined;
    const visible = this.#visible(view, height);
    return transitionAfter(this.#reader, this.headView, this.nodes, {
      ...{ view, visible, changes },
      limit: this.#proofChanges,
    });
  }

  /** To be called after the underlying reader moved on to a newer commit: clears what is cached of the old head. */
  refresh(): void {
    this.headView.invalidate();
    this.nodes.invalidate();
  }

  protected viewAt(height: number): HistoryView | undefined {
    return this.#has(height) ? new HistoryView(this.#reader, this.headView, this.heights, height) : undefined;
  }

  /** Whether what a block of that height replaces is kept: a genesis without an origin replaces nothing. */
  protected hasHistory(height: number): boolean {
    return height > this.#base.first || this.#base.fork !== undefined;
  }

  #has(height: number): boolean {
    return height >= this.#base.first && height <= this.totals.height;
  }

  #visible(local: StateView, height: number | undefined): StateView {
    const { fork } = this.#base;
    return fork === undefined ? local : new ForkedView({ ...fork, heights: this.heights, local, height });
  }

  /** A proof that something is absent would be wrong for what the origin has. */
  #assertLocal(view: HistoryView, address: Address, keys: readonly Hex[]): void {
    const visible = this.#visible(view, view.height);
    const hidden =
      view.record(address) === undefined
        ? visible.account(address) !== undefined
        : keys.some((key) => view.entry(address, key) === undefined && visible.entry(address, key) !== undefined);
    if (hidden) throw new OriginProofError(address);
  }

  #treesAt(view: HistoryView, address: Address, onProgress: () => void): Trees {
    if (view.height < this.totals.height) {
      return treesAt(this.#reader, this.nodes, view, address, { limit: this.#proofChanges, onProgress });
    }
    const record = view.record(address);
    return { accounts: this.nodes.accountTree, record, entries: this.nodes.entryTree(address) };
  }
}

function proofIn(
  { accounts, record, entries }: Trees,
  state: StateView,
  address: Address,
  keys: readonly Hex[],
  onProgress: () => void,
): StateProof {
  return {
    account: record?.account,
    storageRoot: record?.storageRoot ?? emptyTreeRoot,
    nodes: proveKey(accounts, treeKey(address)),
    entries: keys.map((key, index) => {
      if (index % keysPerProgress === 0) onProgress();
      return { key, value: state.entry(address, key), nodes: proveKey(entries, treeKey(key)) };
    }),
  };
}
