import type { AccountSnapshot, RecordedAccount } from '../../evm/tracing/prestate-account.ts';
import { recordedBytes, type TraceMeter } from '../../evm/tracing/trace-meter.ts';
import type { NativeContracts } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { bytesToBigint, emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, parseHash } from '../../primitives/hash.ts';
import { hexLength } from '../../primitives/hex.ts';
import type { StateChanges, StateView } from '../../state/types.ts';

/**
 * A value after the step of a block with that index: 0 before the transactions, 1 to n each of them, n + 1 after them.
 */
type Indexed<T> = readonly [index: number, value: T];

/** What a block did to an account: the list of EIP-7928, with everything in its order. */
export type AccountAccesses = {
  readonly address: Address;
  readonly storageChanges: readonly (readonly [slot: Hash, changes: readonly Indexed<bigint>[]])[];
  readonly storageReads: readonly Hash[];
  readonly balanceChanges: readonly Indexed<bigint>[];
  readonly nonceChanges: readonly Indexed<bigint>[];
  readonly codeChanges: readonly Indexed<Uint8Array>[];
};

type Collected = {
  readonly slots: Map<Hash, Indexed<bigint>[]>;
  readonly reads: Set<Hash>;
  readonly balances: Indexed<bigint>[];
  readonly nonces: Indexed<bigint>[];
  readonly codes: Indexed<Uint8Array>[];
};

const slotBytes = 32;
const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1);

/** Collects what the steps of a block touch. Records of native modules are no storage slots and are left out. */
export class BlockAccesses {
  readonly #accounts = new Map<Address, Collected>();
  readonly #natives: NativeContracts;
  readonly #meter: TraceMeter;

  constructor(natives: NativeContracts, meter: TraceMeter) {
    this.#natives = natives;
    this.#meter = meter;
  }

  /** What a step of the block touched. */
  add(index: number, accounts: readonly RecordedAccount[]): void {
    for (const { address, before, after, slots } of accounts) {
      const collected = this.#at(address);
      const { balance = 0n, nonce = 0n, codeHash = emptyCodeHash, code = emptyBytes } = after ?? {};
      if (balance !== (before?.balance ?? 0n)) collected.balances.push([index, balance]);
      if (nonce !== (before?.nonce ?? 0n)) collected.nonces.push([index, nonce]);
      if (codeHash !== (before?.codeHash ?? emptyCodeHash)) collected.codes.push([index, code]);
      for (const slot of slots) this.#addSlot(collected, index, slot.key, slot.before, slot.after);
    }
  }

  /** What the hooks of modules changed between two states. */
  addChanges(index: number, before: StateView, after: StateView, changes: StateChanges): void {
    const accounts = [...changes.accounts.keys()].map((address) => {
      return { address, before: snapshotOf(before, address), after: snapshotOf(after, address), slots: [] };
    });
    this.add(index, accounts);
    for (const [owner, { values }] of changes.entries) {
      if (this.#natives.at(owner) !== undefined) continue;
      for (const key of values.keys()) {
        if (hexLength(key) !== slotBytes) continue;
        const [old, now] = [before, after].map((state) => bytesToBigint(state.entry(owner, key) ?? emptyBytes));
        this.#addSlot(this.#at(owner), index, parseHash(key), old ?? 0n, now ?? 0n);
      }
    }
  }

  /** Everything collected, by address. */
  list(): readonly AccountAccesses[] {
    return [...this.#accounts].sort(byKey).map(([address, { slots, reads, balances, nonces, codes }]) => ({
      address,
      storageChanges: [...slots].sort(byKey),
      storageReads: [...reads].filter((key) => !slots.has(key)).sort(),
      balanceChanges: balances,
      nonceChanges: nonces,
      codeChanges: codes,
    }));
  }

  #at(address: Address): Collected {
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    this.#meter.charge(recordedBytes.account);
    const collected = { slots: new Map(), reads: new Set<Hash>(), balances: [], nonces: [], codes: [] };
    this.#accounts.set(address, collected);
    return collected;
  }

  #addSlot({ slots, reads }: Collected, index: number, key: Hash, before: bigint, after: bigint): void {
    if (before === after) {
      reads.add(key);
      return;
    }
    const changes = slots.get(key);
    if (changes === undefined) slots.set(key, [[index, after]]);
    else changes.push([index, after]);
  }
}

function snapshotOf(state: StateView, address: Address): AccountSnapshot | undefined {
  const account = state.account(address);
  return account && { ...account, code: state.code(account.codeHash) };
}
