import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Hex } from '../../primitives/hex.ts';
import type { Account, WorldState } from '../../state/types.ts';
import type { GasMeter } from './gas-meter.ts';

/** Rows that the fixed price of a call covers. */
export const coveredRows = 64;
/** Gas for each further row, listed or read by its key, taken before it is read: about 7 µs. */
export const gasPerRow = 1_000n;

/**
 * The state as a call of a module sees it: reading many rows takes gas, so that no call becomes slower with the records
 * of others than its gas pays for, and between two rows it can be stopped.
 */
export class MeteredState implements WorldState {
  readonly #state: WorldState;
  readonly #gas: GasMeter;
  #rows = 0;

  constructor(state: WorldState, gas: GasMeter) {
    this.#state = state;
    this.#gas = gas;
  }

  /** Throws an OutOfGasError before a row for which nothing is left. */
  *entries(owner: Address, prefix: Hex, from?: Hex): Iterable<readonly [key: Hex, value: Uint8Array]> {
    const rows = this.#state.entries(owner, prefix, from)[Symbol.iterator]();
    try {
      for (;;) {
        this.#charge();
        const next = rows.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      rows.return?.();
    }
  }

  #charge(): void {
    if (++this.#rows > coveredRows) this.#gas.useForWork(gasPerRow);
  }

  get version(): number {
    return this.#state.version;
  }

  account(address: Address): Account | undefined {
    return this.#state.account(address);
  }

  code(codeHash: Hash): Uint8Array {
    return this.#state.code(codeHash);
  }

  /** Throws likewise. */
  entry(owner: Address, key: Hex): Uint8Array | undefined {
    this.#charge();
    return this.#state.entry(owner, key);
  }

  hasEntries(owner: Address): boolean {
    return this.#state.hasEntries(owner);
  }

  setAccount(address: Address, account: Account | undefined): void {
    this.#state.setAccount(address, account);
  }

  addCode(code: Uint8Array): Hash {
    return this.#state.addCode(code);
  }

  setEntry(owner: Address, key: Hex, value: Uint8Array | undefined): void {
    this.#state.setEntry(owner, key, value);
  }

  snapshot(): number {
    return this.#state.snapshot();
  }

  revert(snapshot: number): void {
    this.#state.revert(snapshot);
  }

  accountsBefore(snapshot: number): ReadonlyMap<Address, Account | undefined> {
    return this.#state.accountsBefore(snapshot);
  }

  debitsSince(snapshot: number, account: Address): bigint {
    return this.#state.debitsSince(snapshot, account);
  }

  balance(address: Address): bigint {
    return this.#state.balance(address);
  }

  transfer(from: Address, to: Address, wei: bigint): void {
    this.#state.transfer(from, to, wei);
  }

  mint(to: Address, wei: bigint): void {
    this.#state.mint(to, wei);
  }

  burn(from: Address, wei: bigint): void {
    this.#state.burn(from, wei);
  }

  countBurned(wei: bigint): void {
    this.#state.countBurned(wei);
  }
}
