import assert from 'node:assert/strict';
import type { Address } from '#qord/primitives/address.ts';

/** What the model knows of an account. */
export type ModelAccount = { nonce: bigint; balance: bigint };

const none: Readonly<ModelAccount> = { nonce: 0n, balance: 0n };

/** Accounts that somebody has the key of, or whose code is a contract's: all but those of the chain itself. */
export class ModelAccounts {
  readonly #accounts = new Map<Address, ModelAccount>();
  readonly #house: ReadonlySet<Address>;
  #touched = new Set<Address>();
  /** contracts of unknown programs: how many others they have created is not known */
  readonly #creators = new Set<Address>();
  /** wei in all accounts of the chain itself */
  house = 0n;

  /** `house`: the accounts of the chain itself: modules, their pools, the treasury, and so on */
  constructor(house: ReadonlySet<Address>) {
    this.#house = house;
  }

  isHouse(address: Address): boolean {
    return this.#house.has(address);
  }

  of(address: Address): ModelAccount {
    this.#touched.add(address);
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    const added = { nonce: 0n, balance: 0n };
    this.#accounts.set(address, added);
    return added;
  }

  /** Adds to a balance; a negative change takes from it. Throws an Error when less is there. */
  add(address: Address, change: bigint): void {
    if (this.isHouse(address)) {
      this.house += change;
      return;
    }
    const account = this.of(address);
    account.balance += change;
    if (account.balance < 0n) throw new Error(`the model: ${address} pays what it does not have`);
  }

  /** From an account to one of the chain, or the other way with a negative amount. */
  payHouse(from: Address, wei: bigint): void {
    this.add(from, -wei);
    this.house += wei;
  }

  /** A transaction has created the contract, which may create others, and those again others. */
  createsOthers(contract: Address): void {
    this.#creators.add(contract);
  }

  get all(): Iterable<Address> {
    return this.#accounts.keys();
  }

  /** Those that were used since this was asked the last time. */
  takeTouched(): Set<Address> {
    const touched = this.#touched;
    this.#touched = new Set();
    return touched;
  }

  /**
   * Asserts that the account of a chain is the one that is known. When unknown programs have run, there may be further
   * contracts, whose nonces count what they create.
   */
  assertSame(address: Address, { nonce, balance }: Readonly<ModelAccount> = none): void {
    const known = this.#accounts.get(address) ?? none;
    if (nonce === known.nonce && balance === known.balance) return;
    const isNew = this.#creators.size > 0 && !this.#accounts.has(address) && nonce > 0n;
    if (isNew) this.#creators.add(address);
    if (this.#creators.has(address) && nonce > known.nonce) this.of(address).nonce = nonce;
    assert.deepEqual({ nonce, balance }, { ...(this.#accounts.get(address) ?? none) }, `the model knows ${address}`);
  }
}
