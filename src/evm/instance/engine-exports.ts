import { readFileSync } from 'node:fs';
import { once } from '../../primitives/once.ts';

/** Address in the engine's memory. */
export type Pointer = number;

/** A number that the interpreter exports: an address, an offset or a counter. */
type Variable = { readonly value: number };

/** Functions and variables that src/evm/assembly/index.ts exports. */
export type EngineExports = {
  initialize(): void;
  buildOpcodeTable(fork: number): void;
  setTracing(calls: boolean, steps: boolean): void;
  setBlobHashCount(count: number): void;
  setMaxCodeBytes(bytes: number): void;
  beginRun(fork: number, slice: bigint, refund: bigint): number;
  clearTables(): void;
  accountProbes(): number;
  slotProbes(): number;
  transientProbes(): number;
  writtenBytes(): number;
  invalidateValues(): void;
  findAccount(addressWord: Pointer): Pointer;
  markAlwaysWarm(addressWord: Pointer): void;
  markAccountWarm(account: Pointer): void;
  incrementNonce(account: Pointer): void;
  pay(from: Pointer, to: Pointer): number;
  revertRun(): void;
  clearDirtyAccounts(): void;
  clearDirtySlots(): void;
  markSlotWarm(account: Pointer, keyWord: Pointer): void;
  reserveMemory(end: bigint): void;
  runMessage(caller: Pointer, target: Pointer, gas: bigint, inputLength: number): number;
  runInner(parent: Pointer, caller: Pointer, target: Pointer, gas: bigint, inputLength: number): number;
  emptyBlockCache(): void;
  bitmapBytes(length: number): number;
  markJumpDestinations(code: Pointer, length: number, bitmap: Pointer): void;
  addCode(code: Pointer, bytes: Pointer, length: number): void;
  dropCode(code: Pointer): void;
  linkCode(account: Pointer, code: Pointer): void;
  frameAt(depth: number): Pointer;
  halt(reason: number): bigint;
  journalModuleCall(snapshot: number): void;
  sumDebits(account: Pointer, position: number): void;
  addNativeLog(account: Pointer, index: number): void;
  nextLog(log: Pointer): Pointer;
  readonly refund: { readonly value: bigint };
  /** decoded blocks are forgotten before they reach this address; tests lower it */
  readonly streamLimit: { value: Pointer };
} & { readonly [name in VariableName]: Variable };

type VariableName =
  | 'accountCount'
  | 'slotCount'
  | 'transientCount'
  | 'touchedCount'
  | 'dirtyAccountCount'
  | 'dirtySlotCount'
  | 'logsEnd'
  | 'currentFrame'
  | 'haltReason'
  | 'starvedFrames'
  | 'epoch'
  | 'timesEmptied'
  | 'MAX_BLOCK_BYTES'
  | 'generation'
  | 'journalEnd'
  | 'burned'
  | RegionName
  | EnvironmentName
  | FlagName
  | OffsetName;

type RegionName =
  | 'ACCOUNTS'
  | 'BLOB_HASHES'
  | 'CODES'
  | 'CODE_SLOT_BYTES'
  | 'CODE_SLOTS'
  | 'DIRTY_ACCOUNTS'
  | 'DIRTY_SLOTS'
  | 'LOGS'
  | 'MAX_BLOB_HASHES'
  | 'MAX_CODES'
  | 'MEMORY_START'
  | 'MESSAGE_VALUE'
  | 'RETURN_DATA'
  | 'RETURN_DATA_END'
  | 'SCRATCH'
  | 'STREAM'
  | 'STREAM_END'
  | 'TOUCHED_ACCOUNTS';

type EnvironmentName =
  | 'ORIGIN'
  | 'GAS_PRICE'
  | 'COINBASE'
  | 'TIMESTAMP'
  | 'NUMBER'
  | 'PREV_RANDAO'
  | 'GAS_LIMIT'
  | 'CHAIN_ID'
  | 'BASE_FEE'
  | 'BLOB_BASE_FEE';

type FlagName = `ACCOUNT_${'HAS_CODE' | 'IS_NATIVE' | 'ALWAYS_WARM' | 'TOUCHED' | 'DESTROYED'}`;

type OffsetName =
  | `ACCOUNT_${'FLAGS' | 'NONCE' | 'ADDRESS' | 'BALANCE' | 'CODE_HASH' | 'BYTES'}`
  | `SLOT_${'ACCOUNT' | 'KEY' | 'VALUE' | 'ORIGINAL'}`
  | `CODE_${'LAST_USED' | 'RECORD_BYTES'}`
  | `FRAME_${'PC' | 'CODE' | 'CODE_LENGTH' | 'GAS' | 'SP' | 'STACK_TOP' | 'MEMORY' | 'MEMORY_SIZE' | 'INPUT' | 'INPUT_LENGTH' | 'RETURN_LENGTH'}`
  | `FRAME_${'OUTPUT' | 'OUTPUT_LENGTH' | 'KIND' | 'IS_STATIC' | 'DEPTH' | 'ACCOUNT' | 'CALLER' | 'TARGET'}`
  | `FRAME_${'CODE_RECORD' | 'VALUE'}`
  | `LOG_${'ACCOUNT' | 'TOPIC_COUNT' | 'DATA_LENGTH' | 'NATIVE' | 'TOPICS'}`;

/** Functions in TypeScript that the interpreter calls; src/evm/assembly/host.ts documents each. */
export type EngineImports = {
  loadAccount(account: Pointer): void;
  loadSlot(slot: Pointer): void;
  loadCode(account: Pointer): void;
  storeCode(account: Pointer, bytes: Pointer, length: number): void;
  hasStorage(account: Pointer): number;
  blockHash(word: Pointer): void;
  callNative(frame: Pointer, contract: Pointer): number;
  printed(frame: Pointer): void;
  revertState(snapshot: number): void;
  sliceEnded(): void;
  fillRandom(start: Pointer, length: number): void;
  exhausted(): void;
  traceStep(frame: Pointer, pc: number, opcode: number): void;
  traceEnter(frame: Pointer): void;
  traceExit(frame: Pointer, signal: number, reason: number): void;
  traceLog(log: Pointer, depth: number): void;
  traceSelfdestruct(frame: Pointer, beneficiary: Pointer): void;
};

const compiledEngine = once(() => new WebAssembly.Module(readFileSync(new URL('../engine.wasm', import.meta.url))));

/** A new instance of the interpreter over its own memory. */
export function instantiateEngine(memory: WebAssembly.Memory, host: EngineImports): EngineExports {
  const abort = () => {
    throw new Error('the EVM engine is in an impossible state');
  };
  const instance = new WebAssembly.Instance(compiledEngine(), { env: { memory, abort }, host });
  return withPlainConstants(instance.exports) as unknown as EngineExports;
}

/**
 * The exports with the values of the constants, whose names are in capitals, in plain objects: reading a global of
 * WebAssembly takes 24 ns, this 5 to 9, and each transaction reads about a hundred.
 */
function withPlainConstants(exports: object): object {
  const plain: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(exports)) {
    const isConstant = item instanceof WebAssembly.Global && name === name.toUpperCase();
    plain[name] = isConstant ? { value: item.value } : item;
  }
  return Object.create(plain); // V8 finds the properties of a prototype faster than those of so large an object
}
