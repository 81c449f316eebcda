import { emptyBytes } from '../../primitives/bytes.ts';
import type { WorldState } from '../../state/types.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** The interpreter's slot records as this side sees them. */
export class SlotTable {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #accounts: AccountTable;

  constructor(engine: EngineExports, memory: WasmMemory, accounts: AccountTable) {
    this.#engine = engine;
    this.#memory = memory;
    this.#accounts = accounts;
  }

  /** Fills the record with what the state holds. */
  load(pointer: Pointer, state: WorldState): void {
    const value = state.entry(this.#owner(pointer), this.#key(pointer)) ?? emptyBytes;
    this.#memory.setBigEndian(pointer + this.#engine.SLOT_VALUE.value, value);
  }

  /**
   * Writes changed slots to the state. `isWhole`: nothing was written since the run began, so that what is back at its
   * original value need not be.
   */
  writeBack(state: WorldState, isWhole: boolean): void {
    const { dirtySlotCount, DIRTY_SLOTS, SLOT_VALUE, SLOT_ORIGINAL } = this.#engine;
    for (let i = 0; i < dirtySlotCount.value; i++) {
      const pointer = this.#memory.uint32(DIRTY_SLOTS.value + 4 * i);
      const value = pointer + SLOT_VALUE.value;
      if (isWhole && this.#memory.equalWords(value, pointer + SLOT_ORIGINAL.value)) continue;
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
