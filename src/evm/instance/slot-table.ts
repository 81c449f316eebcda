import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { Hex } from '../../primitives/hex.ts';
import type { WorldState } from '../../state/types.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Reads and writes the slot records of the interpreter. */
export class SlotTable {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #accounts: AccountTable;

  constructor(engine: EngineExports, memory: WasmMemory, accounts: AccountTable) {
    this.#engine = engine;
    this.#memory = memory;
    this.#accounts = accounts;
  }

  /** Fills the record with the slot's value in the state. */
  load(pointer: Pointer, state: WorldState): void {
    const value = state.entry(this.#owner(pointer), this.#key(pointer)) ?? emptyBytes;
    this.#memory.setBigEndian(pointer + this.#engine.SLOT_VALUE.value, value);
  }

  /** The slot as the run has changed it, without leading zeros; undefined when what it changed is in the state. */
  changed(owner: Address, key: Hex): Uint8Array | undefined {
    const { dirtySlotCount, DIRTY_SLOTS, SLOT_VALUE } = this.#engine;
    for (let i = 0; i < dirtySlotCount.value; i++) {
      const pointer = this.#memory.uint32(DIRTY_SLOTS.value + 4 * i);
      if (this.#owner(pointer) === owner && this.#key(pointer) === key) {
        return this.#memory.trimmed(pointer + SLOT_VALUE.value);
      }
    }
    return undefined;
  }

  /**
   * Writes changed slots to the state.
   * @param isPristine nothing has been written since the run began: a slot that has its original value again is skipped
   */
  writeBack(state: WorldState, isPristine: boolean): void {
    const { dirtySlotCount, DIRTY_SLOTS, SLOT_VALUE, SLOT_ORIGINAL } = this.#engine;
    for (let i = 0; i < dirtySlotCount.value; i++) {
      const pointer = this.#memory.uint32(DIRTY_SLOTS.value + 4 * i);
      const value = pointer + SLOT_VALUE.value;
      if (isPristine && this.#memory.equalWords(value, pointer + SLOT_ORIGINAL.value)) continue;
      state.setEntry(this.#owner(pointer), this.#key(pointer), this.#memory.trimmed(value));
    }
    this.#engine.clearDirtySlots();
  }

  #owner(pointer: Pointer) {
    return this.#accounts.addressOf(this.#memory.uint32(pointer + this.#engine.SLOT_ACCOUNT.value));
  }

  #key(pointer: Pointer) {
    return this.#memory.hash(pointer + this.#engine.SLOT_KEY.value);
  }
}
