import { readFileSync } from 'node:fs';

/** Address in the engine's memory. */
export type Pointer = number;

/** A number that the interpreter exports: an address, an offset or a counter. */
type Variable = { readonly value: number };

/** Functions and variables that src/evm/assembly/index.ts exports for this side. */
export type EngineExports = {
  initialize(): void;
  buildOpcodeTable(fork: number): void;
  setTracing(calls: boolean, steps: boolean): void;
  setBlobHashCount(count: number): void;
  begin(fork: number, slice: bigint, refund: bigint): number;
  dropTables(): void;
  peakBytes(): number;
  invalidateValues(): void;
  findAccount(addressWord: Pointer): Pointer;
  warm(account: Pointer): void;
  countNonce(account: Pointer): void;
  takeBack(): void;
  forgetDirtyAccounts(): void;
  forgetDirtySlots(): void;
  warmKey(account: Pointer, keyWord: Pointer): void;
  reserveMemory(end: bigint): void;
  runMessage(caller: Pointer, target: Pointer, value: Pointer, gas: bigint, inputLength: number): number;
  resume(): number;
  decode(code: Pointer, length: number, jumps: Pointer, stream: Pointer, stepwise: boolean): Pointer;
  frameAt(depth: number): Pointer;
  halt(reason: number): bigint;
  journalModuleCall(snapshot: number): void;
  addNativeLog(account: Pointer, index: number): void;
  readonly refund: { readonly value: bigint };
} & { readonly [name in VariableName]: Variable };

type VariableName =
  | 'accountCount'
  | 'slotCount'
  | 'touchedCount'
  | 'dirtyAccountCount'
  | 'dirtySlotCount'
  | 'logsEnd'
  | 'currentFrame'
  | 'haltReason'
  | 'epoch'
  | 'burned'
  | RegionName
  | OffsetName;

type RegionName =
  | 'ACCOUNTS'
  | 'BLOB_HASHES'
  | 'CODES'
  | 'CODE_ARENA'
  | 'CODE_ARENA_END'
  | 'DIRTY_ACCOUNTS'
  | 'DIRTY_SLOTS'
  | 'ENVIRONMENT'
  | 'LOGS'
  | 'MAX_BLOB_HASHES'
  | 'MAX_CODES'
  | 'MEMORY_START'
  | 'RETURN_DATA'
  | 'RETURN_DATA_END'
  | 'SCRATCH'
  | 'TOUCHED_ACCOUNTS';

type OffsetName =
  | `ACCOUNT_${'FLAGS' | 'CODE' | 'CODE_STAMP' | 'NONCE' | 'ADDRESS' | 'BALANCE' | 'CODE_HASH' | 'BYTES'}`
  | `SLOT_${'ACCOUNT' | 'KEY' | 'VALUE' | 'ORIGINAL'}`
  | `CODE_${'STAMP' | 'BYTES' | 'LENGTH' | 'STREAM' | 'JUMPS' | 'LAST_USED' | 'RECORD_BYTES'}`
  | `FRAME_${'IP' | 'GAS' | 'SP' | 'STACK_TOP' | 'MEMORY' | 'MEMORY_SIZE' | 'INPUT' | 'INPUT_LENGTH' | 'RETURN_LENGTH'}`
  | `FRAME_${'OUTPUT' | 'OUTPUT_LENGTH' | 'KIND' | 'IS_STATIC' | 'DEPTH' | 'ACCOUNT' | 'CALLER' | 'TARGET'}`
  | `FRAME_${'CODE_RECORD' | 'VALUE'}`
  | 'STEP_OPCODE'
  | `LOG_${'ACCOUNT' | 'TOPIC_COUNT' | 'DATA_LENGTH' | 'NATIVE' | 'TOPICS'}`;

/** What the interpreter calls on this side; src/evm/assembly/host.ts tells what each is for. */
export type EngineImports = {
  loadAccount(account: Pointer): void;
  loadSlot(slot: Pointer): void;
  loadCode(account: Pointer): void;
  decodeCode(code: Pointer): void;
  keepCode(account: Pointer, bytes: Pointer, length: number): void;
  hasEntries(account: Pointer): number;
  blockHash(word: Pointer): void;
  callNative(frame: Pointer, contract: Pointer): number;
  revertState(snapshot: number): void;
  sliceEnded(): void;
  exhausted(): void;
  traceStep(frame: Pointer, pc: number, opcode: number): void;
  traceEnter(frame: Pointer): void;
  traceExit(frame: Pointer, signal: number, reason: number): void;
  traceLog(log: Pointer, depth: number): void;
  traceDestruct(frame: Pointer, beneficiary: Pointer): void;
};

let compiled: WebAssembly.Module | undefined;

/** A new instance of the interpreter over its own memory. */
export function instantiateEngine(memory: WebAssembly.Memory, host: EngineImports): EngineExports {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('../engine.wasm', import.meta.url)));
  const abort = () => {
    throw new Error('the EVM engine met a state that cannot be');
  };
  const instance = new WebAssembly.Instance(compiled, { env: { memory, abort }, host });
  return instance.exports as unknown as EngineExports;
}
