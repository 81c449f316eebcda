import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { type CacheLimits, HeadView } from './head-view.ts';
import { HistoryView } from './history-view.ts';
import { treeKey } from './leaves.ts';
import type { StateProof } from './proof.ts';
import { rootAfter } from './root-after.ts';
import { type StateTotals, totalsAt } from './state-totals.ts';
import { StoredNodes } from './stored-nodes.ts';
import { proveKey } from './tree/prove-key.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import { type Trees, treesAt } from './trees-at.ts';
import type { StateChanges, StateView } from './types.ts';

export type StateLimits = CacheLimits & {
  /** bytes of cached tree nodes in one generation, of which there are two */
  readonly nodeBytes: number;
  /** most accounts, or entries of the account in question, that may have changed since the height of a proof */
  readonly proofChanges: number;
};

/** About 60 MB when full; a proof at the limit takes about a second. */
export const defaultStateLimits: StateLimits = {
  accounts: 30_000,
  entryBytes: 12 << 20,
  nodeBytes: 12 << 20,
  proofChanges: 50_000,
};

/**
 * The committed states of a chain, the newest and earlier ones. Between two calls of `refresh` the underlying reader must
 * stay at one commit, unless this object itself commits.
 */
export class StateReader {
  protected readonly headView: HeadView;
  protected readonly nodes: StoredNodes;
  readonly #reader: Reader;
  readonly #proofChanges: number;

  constructor(reader: Reader, limits: StateLimits = defaultStateLimits) {
    this.#reader = reader;
    this.#proofChanges = limits.proofChanges;
    this.headView = new HeadView(reader, limits);
    this.nodes = new StoredNodes(reader, limits.nodeBytes);
  }

  /** The newest state; the view follows each commit. */
  get head(): StateView {
    return this.headView;
  }

  get totals(): StateTotals {
    return this.headView.totals;
  }

  /** Totals of the state after the block of that height; undefined when there is none. */
  totalsAt(height: number): StateTotals | undefined {
    return height >= 0 && height <= this.totals.height ? totalsAt(this.#reader, height) : undefined;
  }

  /** The state after the block of that height, unaffected by later commits; undefined when there is none. */
  at(height: number): StateView | undefined {
    return this.viewAt(height);
  }

  /**
   * Proves an account and some of its entries against the state root of that height; undefined when there is none.
   * Throws a ProofTooOldError when too much has changed since.
   */
  proof(address: Address, keys: readonly Hex[], height: number): StateProof | undefined {
    const view = this.viewAt(height);
    if (view === undefined) return undefined;
    const trees = this.#treesAt(view, address);
    const record = view.record(address);
    return {
      account: record?.account,
      storageRoot: record?.storageRoot ?? emptyTreeRoot,
      nodes: proveKey(trees.accounts, treeKey(address)),
      entries: keys.map((key) => ({
        key,
        value: view.entry(address, key),
        nodes: proveKey(trees.entries, treeKey(key)),
      })),
    };
  }

  /**
   * State root after changes made over the state of that height; undefined when there is none. Throws a
   * ProofTooOldError when too much has changed since.
   */
  rootAfter(height: number, changes: StateChanges): Hash | undefined {
    const view = this.viewAt(height);
    return view && rootAfter(this.#reader, this.headView, this.nodes, { view, changes, limit: this.#proofChanges });
  }

  /** To be called after the underlying reader moved on to a newer commit: clears what is cached of the old head. */
  refresh(): void {
    this.headView.invalidate();
    this.nodes.invalidate();
  }

  protected viewAt(height: number): HistoryView | undefined {
    const exists = height >= 0 && height <= this.totals.height;
    return exists ? new HistoryView(this.#reader, this.headView, height) : undefined;
  }

  #treesAt(view: HistoryView, address: Address): Trees {
    if (view.height < this.totals.height) {
      return treesAt(this.#reader, this.nodes, view, address, this.#proofChanges);
    }
    return { accounts: this.nodes.accountTree, entries: this.nodes.entryTree(address) };
  }
}
