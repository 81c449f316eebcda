import type { Address } from '../primitives/address.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import type { ChangedHeights } from './changed-heights.ts';
import { accountHistoryKey, entryHistoryKey, type HistoryKey } from './history-key.ts';
import type { Entry } from './merge-entries.ts';
import type { OriginState } from './origin-state.ts';
import type { Account, StateView } from './types.ts';

/** characters of a key of 32 bytes: only those are storage slots */
const slotKeyLength = 66;

type Dependencies = {
  readonly heights: ChangedHeights;
  /** the values that this chain has set */
  readonly local: StateView;
  readonly origin: OriginState;
  /** Whether an account with that code has no slots in the origin: native modules. */
  readonly isNative: (codeHash: Hash) => boolean;
  /** Height of the block after which the state is read; undefined for the newest. */
  readonly height: number | undefined;
};

/**
 * The state of a fork: what this chain has set, above the state of the origin. A key that was never set here has the
 * value of the origin; one that was set has a row or, once it is removed, a history. So the same rule holds at every
 * height, and nothing of the origin is part of a tree: roots commit to what is local.
 *
 * Lists of entries, and `hasEntries`, contain what is local: the origin cannot be listed.
 */
export class ForkedView implements StateView {
  readonly #parts: Dependencies;

  constructor(parts: Dependencies) {
    this.#parts = parts;
  }

  get version(): number {
    return this.#parts.local.version;
  }

  account(address: Address): Account | undefined {
    const { local, origin } = this.#parts;
    const own = local.account(address);
    if (own !== undefined || this.#wasSet(accountHistoryKey(address))) return own;
    return origin.account(address);
  }

  code(codeHash: Hash): Uint8Array {
    return this.#parts.local.code(codeHash);
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    const { local, origin, isNative } = this.#parts;
    const own = local.entry(owner, key);
    if (own !== undefined || key.length !== slotKeyLength) return own;
    const account = local.account(owner);
    if (account !== undefined && isNative(account.codeHash)) return undefined;
    if (this.#wasSet(entryHistoryKey(owner, key))) return undefined;
    return origin.slot(owner, key);
  }

  hasEntries(owner: Address): boolean {
    return this.#parts.local.hasEntries(owner);
  }

  entries(owner: Address, prefix: Hex, from?: Hex): Iterable<Entry> {
    return this.#parts.local.entries(owner, prefix, from);
  }

  /** Whether this chain has set the key up to the height of the view. */
  #wasSet(key: HistoryKey): boolean {
    const { heights, height = Number.POSITIVE_INFINITY } = this.#parts;
    const first = heights.firstFrom(key, 0);
    return first !== undefined && first <= height;
  }
}
