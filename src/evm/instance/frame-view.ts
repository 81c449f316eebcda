import type { FrameKind } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import { frameKinds } from '../instruction-set/enums.ts';
import type { AccountTable } from './account-table.ts';
import type { EngineExports, Pointer } from './engine-exports.ts';
import type { WasmMemory } from './wasm-memory.ts';

/** Reads the frame records of the interpreter. Addresses of fields are relative to the pointer of a frame. */
export class FrameView {
  readonly #engine: EngineExports;
  readonly #memory: WasmMemory;
  readonly #accounts: AccountTable;

  constructor(engine: EngineExports, memory: WasmMemory, accounts: AccountTable) {
    this.#engine = engine;
    this.#memory = memory;
    this.#accounts = accounts;
  }

  kind(frame: Pointer): FrameKind {
    return frameKinds[this.#memory.uint32(frame + this.#engine.FRAME_KIND.value)] ?? 'CALL';
  }

  depth(frame: Pointer): number {
    return this.#memory.uint32(frame + this.#engine.FRAME_DEPTH.value);
  }

  isStatic(frame: Pointer): boolean {
    return this.#memory.byte(frame + this.#engine.FRAME_IS_STATIC.value) !== 0;
  }

  gas(frame: Pointer): bigint {
    return this.#memory.uint64(frame + this.#engine.FRAME_GAS.value);
  }

  setGas(frame: Pointer, gas: bigint): void {
    this.#memory.setUint64(frame + this.#engine.FRAME_GAS.value, gas);
  }

  value(frame: Pointer): bigint {
    return this.#memory.word(frame + this.#engine.FRAME_VALUE.value);
  }

  /** the account whose storage, balance and address the frame uses */
  account(frame: Pointer): Address {
    return this.#address(frame + this.#engine.FRAME_ACCOUNT.value);
  }

  caller(frame: Pointer): Address {
    return this.#address(frame + this.#engine.FRAME_CALLER.value);
  }

  /** the account that is called */
  target(frame: Pointer): Address {
    return this.#address(frame + this.#engine.FRAME_TARGET.value);
  }

  #address(at: Pointer): Address {
    return this.#accounts.addressOf(this.#memory.uint32(at));
  }

  input(frame: Pointer): Uint8Array {
    return this.#range(frame, this.#engine.FRAME_INPUT.value, this.#engine.FRAME_INPUT_LENGTH.value);
  }

  /** the input without a copy; valid until the engine continues */
  inputView(frame: Pointer): Uint8Array {
    const { FRAME_INPUT, FRAME_INPUT_LENGTH } = this.#engine;
    const start = this.#memory.uint32(frame + FRAME_INPUT.value);
    return this.#memory.view(start, this.#memory.uint32(frame + FRAME_INPUT_LENGTH.value));
  }

  output(frame: Pointer): Uint8Array {
    return this.#range(frame, this.#engine.FRAME_OUTPUT.value, this.#engine.FRAME_OUTPUT_LENGTH.value);
  }

  /** Writes the output to where the interpreter expects that of native contracts. */
  setOutput(frame: Pointer, output: Uint8Array): void {
    const { RETURN_DATA, FRAME_OUTPUT, FRAME_OUTPUT_LENGTH } = this.#engine;
    this.#memory.write(RETURN_DATA.value, output);
    this.#memory.setUint32(frame + FRAME_OUTPUT.value, RETURN_DATA.value);
    this.#memory.setUint32(frame + FRAME_OUTPUT_LENGTH.value, output.length);
  }

  returnData(frame: Pointer): Uint8Array {
    const length = this.#memory.uint32(frame + this.#engine.FRAME_RETURN_LENGTH.value);
    return this.#memory.read(this.#engine.RETURN_DATA.value, length);
  }

  /** position at which the frame's memory begins */
  memoryStart(frame: Pointer): Pointer {
    return this.#memory.uint32(frame + this.#engine.FRAME_MEMORY.value);
  }

  memorySize(frame: Pointer): number {
    return this.#memory.uint32(frame + this.#engine.FRAME_MEMORY_SIZE.value);
  }

  /** the frame's memory without a copy; valid until the engine continues */
  memory(frame: Pointer): Uint8Array {
    const start = this.#memory.uint32(frame + this.#engine.FRAME_MEMORY.value);
    return this.#memory.view(start, this.memorySize(frame));
  }

  /** Opcode of the instruction that a traced run executes, or at which it halted. */
  opcode(frame: Pointer): number {
    const { FRAME_PC, FRAME_CODE, FRAME_CODE_LENGTH } = this.#engine;
    const pc = this.#memory.uint32(frame + FRAME_PC.value);
    if (pc >= this.#memory.uint32(frame + FRAME_CODE_LENGTH.value)) return 0;
    return this.#memory.byte(this.#memory.uint32(frame + FRAME_CODE.value) + pc);
  }

  /** words on the stack */
  stackSize(frame: Pointer): number {
    const { FRAME_STACK_TOP, FRAME_SP } = this.#engine;
    return (this.#memory.uint32(frame + FRAME_STACK_TOP.value) - this.#memory.uint32(frame + FRAME_SP.value)) / 32;
  }

  /** bottom first */
  stack(frame: Pointer): bigint[] {
    const words: bigint[] = [];
    const top = this.#memory.uint32(frame + this.#engine.FRAME_SP.value);
    let at = this.#memory.uint32(frame + this.#engine.FRAME_STACK_TOP.value);
    while (at > top) {
      at -= 32;
      words.push(this.#memory.word(at));
    }
    return words;
  }

  #range(frame: Pointer, start: number, length: number): Uint8Array {
    return this.#memory.read(this.#memory.uint32(frame + start), this.#memory.uint32(frame + length));
  }
}
