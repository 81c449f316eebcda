import { emptyBytes } from '../../primitives/bytes.ts';
import type { WorldState } from '../../state/contract.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { MachineMemory } from './machine-memory.ts';

/** Flag of a slot record: see state/slot.ts of the interpreter. */
const dirty = 4;

/** The interpreter's slot records as this side sees them. */
export class SlotTable {
  readonly #engine: EngineExports;
  readonly #memory: MachineMemory;
  readonly #accounts: AccountTable;

  constructor(engine: EngineExports, memory: MachineMemory, accounts: AccountTable) {
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
    const { changedCount, CHANGED_SLOTS, SLOT_FLAGS, SLOT_VALUE, SLOT_ORIGINAL } = this.#engine;
    for (let i = 0; i < changedCount.value; i++) {
      const pointer = this.#memory.uint32(CHANGED_SLOTS.value + 4 * i);
      const flags = this.#memory.uint32(pointer + SLOT_FLAGS.value);
      if ((flags & dirty) === 0) continue;
      this.#memory.setUint32(pointer + SLOT_FLAGS.value, flags & ~dirty);
      const value = pointer + SLOT_VALUE.value;
      if (isWhole && this.#memory.equalWords(value, pointer + SLOT_ORIGINAL.value)) continue;
      state.setEntry(this.#owner(pointer), this.#key(pointer), this.#memory.trimmed(value));
    }
  }

  #owner(pointer: Pointer) {
    return this.#accounts.addressOf(this.#memory.uint32(pointer + this.#engine.SLOT_ACCOUNT.value));
  }

  #key(pointer: Pointer) {
    return this.#memory.hash(pointer + this.#engine.SLOT_KEY.value);
  }
}
