import type { Address } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Hex } from '../../primitives/hex.ts';
import { emptyAccount } from '../../state/account.ts';
import type { Account, WorldState } from '../../state/types.ts';

type Plain = Map<Address, { account: Account; entries: Map<Hex, Uint8Array> }>;

/**
 * The simplest correct WorldState: plain maps, copied as a whole for each snapshot. Tests compare the real one with it.
 */
export class ModelState implements WorldState {
  #plain: Plain = new Map();
  readonly #codes = new Map<Hash, Uint8Array>([[emptyAccount.codeHash, new Uint8Array(0)]]);
  #debits: (readonly [Address, bigint])[] = [];
  readonly #marks: { readonly plain: Plain; readonly debits: number }[] = [];
  readonly version = 0;

  account(address: Address): Account | undefined {
    return this.#plain.get(address)?.account;
  }

  code(codeHash: Hash): Uint8Array {
    const code = this.#codes.get(codeHash);
    if (code === undefined) throw new Error(`no code ${codeHash}`);
    return code;
  }

  entry(owner: Address, key: Hex): Uint8Array | undefined {
    return this.#plain.get(owner)?.entries.get(key);
  }

  hasEntries(owner: Address): boolean {
    return (this.#plain.get(owner)?.entries.size ?? 0) > 0;
  }

  entries(owner: Address, prefix: Hex, from: Hex = prefix): Iterable<readonly [Hex, Uint8Array]> {
    const all = [...(this.#plain.get(owner)?.entries ?? [])];
    return all.filter(([key]) => key.startsWith(prefix) && key >= from).sort(([a], [b]) => (a < b ? -1 : 1));
  }

  setAccount(address: Address, account: Account | undefined): void {
    if (account === undefined) this.#plain.delete(address);
    else this.#plain.set(address, { account, entries: this.#plain.get(address)?.entries ?? new Map() });
  }

  addCode(code: Uint8Array): Hash {
    const hash = keccakHash(code);
    this.#codes.set(hash, code);
    return hash;
  }

  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void {
    if (value === undefined || value.length === 0) {
      this.#plain.get(owner)?.entries.delete(key);
      return;
    }
    if (!this.#plain.has(owner)) this.setAccount(owner, emptyAccount);
    this.#plain.get(owner)?.entries.set(key, value);
  }

  snapshot(): number {
    return this.#marks.push({ plain: copy(this.#plain), debits: this.#debits.length }) - 1;
  }

  revert(snapshot: number): void {
    const { plain, debits } = this.#marks[snapshot] ?? { plain: new Map(), debits: 0 };
    this.#plain = copy(plain);
    this.#debits.length = debits;
    this.#marks.length = snapshot;
  }

  /** Only accounts that differ, unlike a real state, which names every account that was set. */
  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined> {
    const before = this.#marks[snapshot]?.plain ?? new Map<Address, { account: Account }>();
    const addresses = new Set([...before.keys(), ...this.#plain.keys()]);
    return new Map([...addresses].map((address) => [address, before.get(address)?.account]));
  }

  debitsSince(snapshot: number, account: Address): bigint {
    const debits = this.#debits.slice(this.#marks[snapshot]?.debits);
    return debits.reduce((sum, [from, wei]) => (from === account ? sum + wei : sum), 0n);
  }

  balance(address: Address): bigint {
    return this.account(address)?.balance ?? 0n;
  }

  transfer(from: Address, to: Address, wei: bigint): void {
    this.burn(from, wei);
    this.mint(to, wei);
    if (from === to) this.#debits.pop();
  }

  mint(to: Address, wei: bigint): void {
    const account = this.account(to) ?? emptyAccount;
    if (wei > 0n) this.setAccount(to, { ...account, balance: account.balance + wei });
  }

  burn(from: Address, wei: bigint): void {
    const account = this.account(from) ?? emptyAccount;
    if (account.balance < wei) throw new RangeError('too little');
    if (wei > 0n) this.setAccount(from, { ...account, balance: account.balance - wei });
    this.#debits.push([from, wei]);
  }

  countBurned(): void {}
}

function copy(plain: Plain): Plain {
  return new Map(
    [...plain].map(([address, { account, entries }]) => [address, { account, entries: new Map(entries) }]),
  );
}
