import type { Address } from '../primitives/address.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { emptyAccount } from './account.ts';
import { type Entry, mergeEntries } from './merge-entries.ts';
import type { StateChanges } from './types.ts';
import { type Account, InsufficientBalanceError, type StateView, type WorldState } from './types.ts';

/** A WorldState whose changes can be collected, to be committed as a block. */
export interface JournaledState extends WorldState {
  /** wei that `mint` created here */
  readonly minted: bigint;
  /** wei that `burn` and `countBurned` took out here */
  readonly burned: bigint;
  /** What differs from the base. A live view: later changes show in it. */
  changes(): StateChanges;
}

/** A changeable layer over any view, which itself stays as it is: the head, an old height, or another layer. */
export function createWorldState(base: StateView): JournaledState {
  return new Overlay(base);
}

/** Changed entries of one account. Removing the account replaces the whole object, so that it can be put back. */
type Entries = { readonly wiped: boolean; readonly values: Map<Hex, Uint8Array | null> };

type Change = {
  undo(): void;
  /** set when an account was changed: which, and what this layer held before (undefined: nothing of its own) */
  readonly account?: { readonly address: Address; readonly before: Account | null | undefined };
};

class Overlay implements JournaledState {
  readonly #base: StateView;
  readonly #accounts = new Map<Address, Account | null>();
  readonly #entries = new Map<Address, Entries>();
  readonly #codes = new Map<Hash, Uint8Array>();
  /** Oldest first. A snapshot is a length of this list. */
  readonly #journal: Change[] = [];
  #minted = 0n;
  #burned = 0n;
  #changes = 0;

  constructor(base: StateView) {
    this.#base = base;
  }

  get version(): number {
    return this.#changes + this.#base.version;
  }

  get minted(): bigint {
    return this.#minted;
  }

  get burned(): bigint {
    return this.#burned;
  }

  account(address: Address): Account | undefined {
    const own = this.#accounts.get(address);
    return own === undefined ? this.#base.account(address) : (own ?? undefined);
  }

  code(codeHash: Hash): Uint8Array {
    return this.#codes.get(codeHash) ?? this.#base.code(codeHash);
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    const entries = this.#entries.get(owner);
    const own = entries?.values.get(key);
    if (own !== undefined) return own ?? undefined;
    return entries?.wiped ? undefined : this.#base.entry(owner, key);
  }

  hasEntries(owner: Address): boolean {
    if (!this.#entries.has(owner)) return this.#base.hasEntries(owner);
    for (const _ of this.entries(owner, '0x')) return true;
    return false;
  }

  entries(owner: Address, prefix: Hex, from: Hex = prefix): Iterable<Entry> {
    const entries = this.#entries.get(owner);
    if (entries === undefined) return this.#base.entries(owner, prefix, from);
    const own = [...entries.values]
      .filter(([key]) => key.startsWith(prefix) && key >= from)
      .sort(([left], [right]) => (left < right ? -1 : 1));
    return mergeEntries(entries.wiped ? [] : this.#base.entries(owner, prefix, from), own);
  }

  changes(): StateChanges {
    return {
      accounts: this.#accounts,
      entries: this.#entries,
      codes: this.#codes,
      minted: this.#minted,
      burned: this.#burned,
    };
  }

  setAccount(address: Address, account: Account | undefined): void {
    const before = this.#accounts.get(address);
    this.#record({ undo: put(this.#accounts, address, account ?? null), account: { address, before } });
    if (account === undefined) {
      this.#record({ undo: put(this.#entries, address, { wiped: true, values: new Map() }) });
    }
  }

  addCode(code: Uint8Array): Hash {
    const hash = keccakHash(code);
    if (hash !== emptyCodeHash) this.#codes.set(hash, code); // needs no undoing: only code in use reaches disk
    return hash;
  }

  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void {
    if (key.length < 4 || key.length > 512) throw new RangeError(`an entry's key has 1 to 255 bytes: ${key}`);
    const isRemoval = value === undefined || value.length === 0;
    if (!isRemoval && this.account(owner) === undefined) this.setAccount(owner, emptyAccount);
    let entries = this.#entries.get(owner);
    if (entries === undefined) {
      entries = { wiped: false, values: new Map() };
      this.#entries.set(owner, entries); // empty, it changes nothing: no need to undo it
    }
    this.#record({ undo: put(entries.values, key, isRemoval ? null : value) });
  }

  snapshot(): number {
    return this.#journal.length;
  }

  revert(snapshot: number): void {
    if (snapshot < 0 || snapshot > this.#journal.length) throw new RangeError(`no snapshot ${snapshot}`);
    for (const change of this.#journal.splice(snapshot).reverse()) change.undo();
    this.#changes++;
  }

  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined> {
    const found = new Map<Address, Account | undefined>();
    for (let i = snapshot; i < this.#journal.length; i++) {
      const set = this.#journal[i]?.account;
      if (set === undefined || found.has(set.address)) continue;
      found.set(set.address, set.before === undefined ? this.#base.account(set.address) : (set.before ?? undefined));
    }
    return found;
  }

  balance(address: Address): bigint {
    return this.account(address)?.balance ?? 0n;
  }

  transfer(from: Address, to: Address, wei: bigint): void {
    this.#take(from, wei);
    this.#add(to, wei);
  }

  mint(to: Address, wei: bigint): void {
    this.#countSupply(wei, 0n);
    this.#add(to, wei);
  }

  burn(from: Address, wei: bigint): void {
    this.#take(from, wei);
    this.#countSupply(0n, wei);
  }

  countBurned(wei: bigint): void {
    this.#countSupply(0n, wei);
  }

  #take(from: Address, wei: bigint): void {
    if (wei < 0n) throw new RangeError(`negative wei: ${wei}`);
    const has = this.balance(from);
    if (has < wei) throw new InsufficientBalanceError(from, has, wei);
    this.#add(from, -wei);
  }

  /** Adding nothing touches no account, so that none comes into being by it. */
  #add(address: Address, wei: bigint): void {
    if (wei === 0n) return;
    const { nonce, balance, codeHash } = this.account(address) ?? emptyAccount;
    this.setAccount(address, { nonce, balance: balance + wei, codeHash });
  }

  #countSupply(minted: bigint, burned: bigint): void {
    if (minted < 0n || burned < 0n) throw new RangeError(`negative wei: ${minted + burned}`);
    this.#minted += minted;
    this.#burned += burned;
    const undo = () => {
      this.#minted -= minted;
      this.#burned -= burned;
    };
    this.#record({ undo });
  }

  #record(change: Change): void {
    this.#journal.push(change);
    this.#changes++;
  }
}

/** Sets the key and answers how to undo that. */
function put<K, V>(map: Map<K, V>, key: K, value: V): () => void {
  const before = map.get(key);
  map.set(key, value);
  return () => {
    if (before === undefined) map.delete(key);
    else map.set(key, before);
  };
}
