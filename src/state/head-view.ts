import type { Address } from '../primitives/address.ts';
import { type BoundedCache, cacheOfBytes } from '../primitives/bounded-cache.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import type { CacheSizes } from '../primitives/cache-sizes.ts';
import { emptyCodeHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import type { Reader } from '../store/types.ts';
import { type AccountRecord, decodeAccountRecord } from './account-record.ts';
import { EmptyRanges } from './empty-ranges.ts';
import { keyOf, ownedKey, prefixRange } from './keys.ts';
import type { Entry } from './merge-entries.ts';
import { newestTotals, type StateTotals } from './state-totals.ts';
import { stateTables } from './tables.ts';
import type { Transition } from './transition.ts';
import { emptyTreeRoot } from './tree/update-tree.ts';
import { TwoKeyCache } from './two-key-cache.ts';
import type { Account, StateView } from './types.ts';

/** Bytes that the caches of the newest state take when they are full. */
type StateCaches = Pick<CacheSizes, 'accounts' | 'entries' | 'code'>;

const accountBytes = 300;

/** Stands for an account that is known not to exist. */
const absent = Symbol('absent');

/**
 * The newest committed state, cached. The thread that commits calls `apply` with what changed; a reader beside it calls
 * `invalidate` after the store has moved on.
 */
export class HeadView implements StateView {
  readonly #reader: Reader;
  readonly #records: BoundedCache<Address, AccountRecord | typeof absent>;
  readonly #entries: TwoKeyCache;
  readonly #empty = new EmptyRanges();
  /**
   * Every call reads the code of its target, to see whether it is delegated (EIP-7702). Never invalidated: a hash
   * always has the same code.
   */
  readonly #codes: BoundedCache<Hash, Uint8Array>;
  #totals: StateTotals;
  #version = 0;

  /** `first`: height of the first block of the chain, which a new store does not tell. */
  constructor(reader: Reader, caches: StateCaches, first = 0) {
    this.#reader = reader;
    this.#totals = newestTotals(reader, first);
    this.#records = cacheOfBytes(caches.accounts, () => accountBytes);
    this.#entries = new TwoKeyCache(caches.entries / 2);
    this.#codes = cacheOfBytes(caches.code, (code) => code.length);
  }

  get version(): number {
    return this.#version;
  }

  get totals(): StateTotals {
    return this.#totals;
  }

  account(address: Address): Account | undefined {
    return this.record(address)?.account;
  }

  record(address: Address): AccountRecord | undefined {
    let record = this.#records.get(address);
    if (record === undefined) {
      const row = this.#reader.get(stateTables.accounts, keyOf(address));
      record = row === undefined ? absent : decodeAccountRecord(row);
      this.#records.set(address, record);
    }
    return record === absent ? undefined : record;
  }

  code(codeHash: Hash): Uint8Array {
    if (codeHash === emptyCodeHash) return emptyBytes;
    let code = this.#codes.get(codeHash);
    if (code === undefined) {
      code = this.#reader.get(stateTables.code, keyOf(codeHash));
      if (code === undefined) throw new Error(`no code with hash ${codeHash}`);
      this.#codes.set(codeHash, code);
    }
    return code;
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    let value = this.#entries.get(owner, key);
    if (value === undefined) {
      value = this.#reader.get(stateTables.entries, ownedKey(owner, key)) ?? null;
      this.#entries.set(owner, key, value);
    }
    return value ?? undefined;
  }

  hasEntries(owner: Address): boolean {
    const record = this.record(owner);
    return record !== undefined && record.storageRoot !== emptyTreeRoot;
  }

  entries(owner: Address, prefix: Hex, from: Hex = prefix): Iterable<Entry> {
    return this.#empty.has(owner, prefix) ? [] : this.#storedEntries(owner, prefix, from);
  }

  *#storedEntries(owner: Address, prefix: Hex, from: Hex): Iterable<Entry> {
    let isEmpty = from <= prefix;
    const { length } = ownedKey(owner);
    const start = ownedKey(owner, from < prefix ? prefix : from);
    for (const [key, value] of this.#reader.range(stateTables.entries, prefixRange(ownedKey(owner, prefix), start))) {
      isEmpty = false;
      yield [toHex(key.subarray(length)), value];
    }
    if (isEmpty) this.#empty.add(owner, prefix);
  }

  /** Updates the caches with what a commit just wrote. */
  apply({ totals, accounts, entries }: Transition): void {
    this.#totals = totals;
    for (const { address, after } of accounts) this.#records.set(address, after ?? absent);
    for (const { owner, key, after } of entries) {
      this.#entries.set(owner, key, after ?? null);
      if (after !== undefined) this.#empty.remove(owner, key);
    }
    this.#version++;
  }

  /** Clears the caches: another thread or process may have committed. */
  invalidate(): void {
    this.#totals = newestTotals(this.#reader);
    this.#records.clear();
    this.#entries.clear();
    this.#empty.clear();
    this.#version++;
  }
}
