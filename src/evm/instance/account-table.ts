import type { NativeContracts } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { emptyAccount, equalAccounts } from '../../state/account.ts';
import type { Account, WorldState } from '../../state/types.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Flags of an account record, as src/evm/assembly/state/account.ts defines them. */
type AccountFlags = Readonly<Record<'hasCode' | 'isNative' | 'alwaysWarm' | 'touched' | 'destroyed', number>>;

/** Reads and writes the account records of the interpreter. */
export class AccountTable {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #flags: AccountFlags;
  readonly #pointers = new Map<Address, Pointer>();
  readonly #addresses = new Map<Pointer, Address>();
  #natives: NativeContracts | undefined;
  #alwaysWarm: ReadonlySet<Address> = new Set();
  #areNativesMarked = false;

  constructor(engine: EngineExports, memory: WasmMemory) {
    this.#engine = engine;
    this.#memory = memory;
    this.#flags = {
      hasCode: engine.ACCOUNT_HAS_CODE.value,
      isNative: engine.ACCOUNT_IS_NATIVE.value,
      alwaysWarm: engine.ACCOUNT_ALWAYS_WARM.value,
      touched: engine.ACCOUNT_TOUCHED.value,
      destroyed: engine.ACCOUNT_DESTROYED.value,
    };
  }

  /** Returns whether the contracts are others than before; the interpreter must then drop its records. */
  setNatives(natives: NativeContracts): boolean {
    if (natives === this.#natives) return false;
    this.#natives = natives;
    this.#alwaysWarm = new Set(natives.addresses);
    return true;
  }

  /** Forgets the pointers, after the interpreter has dropped its records. */
  clear(): void {
    this.#pointers.clear();
    this.#addresses.clear();
    this.#areNativesMarked = false;
  }

  /** Tells the interpreter which accounts are warm in every run: it asks for the price of an access before it loads one. */
  markNatives(): void {
    if (this.#areNativesMarked) return;
    for (const address of this.#alwaysWarm) {
      this.#memory.setAddress(this.#engine.SCRATCH.value, address);
      this.#engine.markAlwaysWarm(this.#engine.SCRATCH.value);
    }
    this.#areNativesMarked = true;
  }

  /** Record of the address. Its values are valid only once it has been found or loaded in the current run. */
  find(address: Address): Pointer {
    const known = this.#pointers.get(address);
    if (known !== undefined) return known;
    this.#memory.setAddress(this.#engine.SCRATCH.value, address);
    const pointer = this.#engine.findAccount(this.#engine.SCRATCH.value);
    this.#pointers.set(address, pointer);
    this.#addresses.set(pointer, address);
    return pointer;
  }

  addressOf(pointer: Pointer): Address {
    const known = this.#addresses.get(pointer);
    if (known !== undefined) return known;
    const address = this.#memory.address(pointer + this.#engine.ACCOUNT_ADDRESS.value);
    this.#pointers.set(address, pointer);
    this.#addresses.set(pointer, address);
    return address;
  }

  /** Fills the record with the account's values in the state. */
  load(pointer: Pointer, state: WorldState): void {
    const { ACCOUNT_NONCE, ACCOUNT_BALANCE, ACCOUNT_CODE_HASH, ACCOUNT_FLAGS } = this.#engine;
    const address = this.addressOf(pointer);
    const { nonce, balance, codeHash } = state.account(address) ?? emptyAccount;
    this.#memory.setUint64(pointer + ACCOUNT_NONCE.value, nonce);
    this.#memory.setWord(pointer + ACCOUNT_BALANCE.value, balance);
    this.#memory.setHash(pointer + ACCOUNT_CODE_HASH.value, codeHash);
    const { hasCode, isNative, alwaysWarm } = this.#flags;
    let flags = this.#memory.uint32(pointer + ACCOUNT_FLAGS.value) & ~(hasCode | isNative | alwaysWarm);
    if (codeHash !== emptyCodeHash) flags |= hasCode;
    if (this.#natives?.at(address) !== undefined) flags |= isNative;
    if (this.#alwaysWarm.has(address)) flags |= alwaysWarm;
    this.#memory.setUint32(pointer + ACCOUNT_FLAGS.value, flags);
  }

  /** The account as the run has changed it; undefined when all that it changed is in the state. */
  changed(address: Address): Account | undefined {
    const { dirtyAccountCount, DIRTY_ACCOUNTS } = this.#engine;
    for (let i = 0; i < dirtyAccountCount.value; i++) {
      const pointer = this.#memory.uint32(DIRTY_ACCOUNTS.value + 4 * i);
      if (this.addressOf(pointer) === address) return this.#read(pointer);
    }
    return undefined;
  }

  #read(pointer: Pointer): Account {
    const { ACCOUNT_FLAGS, ACCOUNT_NONCE, ACCOUNT_BALANCE, ACCOUNT_CODE_HASH } = this.#engine;
    const hasCode = (this.#memory.uint32(pointer + ACCOUNT_FLAGS.value) & this.#flags.hasCode) !== 0;
    return {
      nonce: this.#memory.uint64(pointer + ACCOUNT_NONCE.value),
      balance: this.#memory.word(pointer + ACCOUNT_BALANCE.value),
      codeHash: hasCode ? this.#memory.hash(pointer + ACCOUNT_CODE_HASH.value) : emptyCodeHash,
    };
  }

  /** Writes changed accounts to the state. `codes` contains the code that creations deposited. */
  writeBack(state: WorldState, codes: ReadonlyMap<string, Uint8Array>): void {
    const { dirtyAccountCount, DIRTY_ACCOUNTS } = this.#engine;
    for (let i = 0; i < dirtyAccountCount.value; i++) {
      this.#write(this.#memory.uint32(DIRTY_ACCOUNTS.value + 4 * i), state, codes);
    }
    this.#engine.clearDirtyAccounts();
  }

  #write(pointer: Pointer, state: WorldState, codes: ReadonlyMap<string, Uint8Array>): void {
    const address = this.addressOf(pointer);
    const before = state.account(address) ?? emptyAccount;
    const after = this.#read(pointer);
    if (equalAccounts(before, after)) return;
    const code = before.codeHash === after.codeHash ? undefined : codes.get(after.codeHash);
    if (code !== undefined) state.addCode(code);
    state.setAccount(address, equalAccounts(after, emptyAccount) ? undefined : after);
  }

  /**
   * Ends the transaction: removes contracts that destroyed themselves (EIP-6780) and touched accounts that are empty
   * (EIP-161). Returns the wei that the destroyed contracts still held.
   */
  removeDeadAccounts(state: WorldState): bigint {
    const { touched, destroyed } = this.#flags;
    let burned = 0n;
    for (const pointer of this.#touchedAccounts()) {
      const value = this.#memory.uint32(pointer + this.#engine.ACCOUNT_FLAGS.value);
      const isDestroyed = (value & destroyed) !== 0;
      if (!isDestroyed && (value & touched) === 0) continue;
      const address = this.addressOf(pointer);
      const account = state.account(address);
      if (account === undefined || (!isDestroyed && !equalAccounts(account, emptyAccount))) continue;
      burned += account.balance;
      state.setAccount(address, undefined);
    }
    return burned;
  }

  *#touchedAccounts(): Iterable<Pointer> {
    const { touchedCount, TOUCHED_ACCOUNTS } = this.#engine;
    for (let i = 0; i < touchedCount.value; i++) yield this.#memory.uint32(TOUCHED_ACCOUNTS.value + 4 * i);
  }
}
