import type { Address } from '../primitives/address.ts';
import { ArithmeticError } from '../primitives/arithmetic-error.ts';
import { emptyCodeHash, keccakHash } from '../primitives/crypto/keccak.ts';
import type { Hash } from '../primitives/hash.ts';
import type { Hex } from '../primitives/hex.ts';
import { emptyAccount } from './account.ts';
import { ChangedEntries } from './changed-entries.ts';
import type { Entry } from './merge-entries.ts';
import type { StateChanges } from './types.ts';
import { type Account, InsufficientBalanceError, type StateView, type WorldState } from './types.ts';

/** A WorldState whose changes can be read, to be committed as a block. */
export interface JournaledState extends WorldState {
  /** wei that `mint` created here */
  readonly minted: bigint;
  /** wei that `burn` and `countBurned` destroyed here */
  readonly burned: bigint;
  /** The differences from the base. A live view: later changes are visible in it. */
  changes(): StateChanges;
  /**
   * The differences from the state at the snapshot, which must not have been reverted; may contain values that are the
   * same again. Partly a live view.
   */
  changesSince(snapshot: number): StateChanges;
  /** Makes changes that were found on an equal state. Can be reverted like any change. */
  apply(changes: StateChanges): void;
}

/** A mutable overlay on any view, which itself is not changed: the head, an old height, or another overlay. */
export function createWorldState(base: StateView): JournaledState {
  return new Overlay(base);
}

/** What was there before a change. `before` is undefined where this overlay had no own value. */
type Change =
  | { readonly kind: 'account'; readonly address: Address; readonly before: Account | null | undefined }
  | {
      readonly kind: 'entry';
      readonly owner: Address;
      readonly key: Hex;
      readonly before: Uint8Array | null | undefined;
    }
  /** all entries of an account were removed */
  | { readonly kind: 'wipe'; readonly owner: Address; readonly before: ChangedEntries | undefined }
  /** wei have left an account, in addition to its change */
  | { readonly kind: 'debit'; readonly account: Address; readonly wei: bigint }
  /** wei were created or destroyed */
  | { readonly kind: 'supply'; readonly minted: bigint; readonly burned: bigint };

class Overlay implements JournaledState {
  readonly #base: StateView;
  readonly #accounts = new Map<Address, Account | null>();
  /** Removing an account replaces the whole object, so that this can be undone. */
  readonly #entries = new Map<Address, ChangedEntries>();
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
    const under = (start: Hex) => (entries.wiped ? [] : this.#base.entries(owner, prefix, start));
    return entries.listOver(under, this.#base.version, prefix, from);
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

  changesSince(snapshot: number): StateChanges {
    const accounts = new Map<Address, Account | null>();
    const entries = new Map<Address, ChangedEntries>();
    const codes = new Map<Hash, Uint8Array>();
    let [minted, burned] = [0n, 0n];
    for (const change of this.#journal.slice(snapshot)) {
      if (change.kind === 'account') accounts.set(change.address, this.#accounts.get(change.address) ?? null);
      else if (change.kind === 'entry') this.#copyEntry(change.owner, change.key, entries);
      else if (change.kind === 'wipe') this.#copyEntry(change.owner, undefined, entries);
      else if (change.kind === 'supply') {
        minted += change.minted;
        burned += change.burned;
      }
    }
    for (const account of accounts.values()) {
      const code = account && this.#codes.get(account.codeHash);
      if (account && code) codes.set(account.codeHash, code);
    }
    return { accounts, entries, codes, minted, burned };
  }

  /** Adds the present value of an entry; without a key, all that was set since the entries were removed. */
  #copyEntry(owner: Address, key: Hex | undefined, target: Map<Address, ChangedEntries>): void {
    const own = this.#entries.get(owner);
    const known = target.get(owner) ?? new ChangedEntries(false);
    if (own === undefined || known === own) return;
    target.set(owner, key === undefined ? own : known);
    const value = key === undefined ? undefined : own.values.get(key);
    if (key !== undefined && value !== undefined) known.values.set(key, value);
  }

  apply({ accounts, entries, codes, minted, burned }: StateChanges): void {
    this.#countSupply(minted, burned);
    for (const [address, account] of accounts) this.setAccount(address, account ?? undefined);
    for (const [owner, { wiped, values }] of entries) {
      if (wiped) this.#wipe(owner);
      for (const [key, value] of values) this.setEntry(owner, key, value ?? undefined);
    }
    for (const [hash, code] of codes) this.#codes.set(hash, code);
  }

  setAccount(address: Address, account: Account | undefined): void {
    const before = this.#accounts.get(address);
    this.#accounts.set(address, account ?? null);
    this.#record({ kind: 'account', address, before });
    if (account === undefined) this.#wipe(address);
  }

  #wipe(owner: Address): void {
    const before = this.#entries.get(owner);
    this.#entries.set(owner, new ChangedEntries(true));
    this.#record({ kind: 'wipe', owner, before });
  }

  addCode(code: Uint8Array): Hash {
    const hash = keccakHash(code);
    if (hash !== emptyCodeHash) this.#codes.set(hash, code); // needs no undo: only code in use is written
    return hash;
  }

  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void {
    if (key.length < 4 || key.length > 512) throw new RangeError(`an entry's key has 1 to 255 bytes: ${key}`);
    const isRemoval = value === undefined || value.length === 0;
    if (!isRemoval && this.account(owner) === undefined) this.setAccount(owner, emptyAccount);
    let entries = this.#entries.get(owner);
    if (entries === undefined) {
      entries = new ChangedEntries(false);
      this.#entries.set(owner, entries); // empty, it changes nothing: needs no undo
    }
    const before = entries.values.get(key);
    entries.set(key, isRemoval ? null : value);
    this.#record({ kind: 'entry', owner, key, before });
  }

  snapshot(): number {
    return this.#journal.length;
  }

  revert(snapshot: number): void {
    if (snapshot < 0 || snapshot > this.#journal.length) throw new RangeError(`no snapshot ${snapshot}`);
    for (const change of this.#journal.splice(snapshot).reverse()) this.#undo(change);
    this.#changes++;
  }

  #undo(change: Change): void {
    switch (change.kind) {
      case 'account':
        restore(this.#accounts, change.address, change.before);
        break;
      case 'entry':
        this.#entries.get(change.owner)?.set(change.key, change.before);
        break;
      case 'wipe':
        restore(this.#entries, change.owner, change.before);
        break;
      case 'debit':
        break; // the change of the account is undone
      case 'supply':
        this.#minted -= change.minted;
        this.#burned -= change.burned;
    }
  }

  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined> {
    const found = new Map<Address, Account | undefined>();
    for (let i = snapshot; i < this.#journal.length; i++) {
      const change = this.#journal[i];
      if (change?.kind !== 'account' || found.has(change.address)) continue;
      const { address, before } = change;
      found.set(address, before === undefined ? this.#base.account(address) : (before ?? undefined));
    }
    return found;
  }

  debitsSince(snapshot: number, account: Address): bigint {
    let sum = 0n;
    for (let i = snapshot; i < this.#journal.length; i++) {
      const change = this.#journal[i];
      if (change?.kind === 'debit' && change.account === account) sum += change.wei;
    }
    return sum;
  }

  balance(address: Address): bigint {
    return this.account(address)?.balance ?? 0n;
  }

  transfer(from: Address, to: Address, wei: bigint): void {
    this.#subtract(from, wei);
    this.#add(to, wei);
    if (from !== to) this.#record({ kind: 'debit', account: from, wei });
  }

  mint(to: Address, wei: bigint): void {
    this.#countSupply(wei, 0n);
    this.#add(to, wei);
  }

  burn(from: Address, wei: bigint): void {
    this.#subtract(from, wei);
    this.#countSupply(0n, wei);
    this.#record({ kind: 'debit', account: from, wei });
  }

  countBurned(wei: bigint): void {
    this.#countSupply(0n, wei);
  }

  #subtract(from: Address, wei: bigint): void {
    if (wei < 0n) throw new ArithmeticError(`negative wei: ${wei}`);
    const has = this.balance(from);
    if (has < wei) throw new InsufficientBalanceError(from, has, wei);
    this.#add(from, -wei);
  }

  /**
   * Adding 0 does not touch the account, so that no empty account is created. What a balance cannot hold is burned, as
   * in the engine: only development networks have so much, where clients set balances.
   */
  #add(address: Address, wei: bigint): void {
    if (wei === 0n) return;
    const { nonce, balance, codeHash } = this.account(address) ?? emptyAccount;
    const sum = balance + wei;
    const kept = sum > maxBalance ? maxBalance : sum;
    if (kept !== sum) this.#countSupply(0n, sum - kept);
    this.setAccount(address, { nonce, balance: kept, codeHash });
  }

  #countSupply(minted: bigint, burned: bigint): void {
    if (minted < 0n || burned < 0n) throw new ArithmeticError(`negative wei: ${minted + burned}`);
    this.#minted += minted;
    this.#burned += burned;
    this.#record({ kind: 'supply', minted, burned });
  }

  #record(change: Change): void {
    this.#journal.push(change);
    this.#changes++;
  }
}

const maxBalance = 2n ** 256n - 1n;

/** Gives the key its earlier value back; undefined: it had none. */
function restore<K, V>(map: Map<K, V>, key: K, before: V | undefined): void {
  if (before === undefined) map.delete(key);
  else map.set(key, before);
}
