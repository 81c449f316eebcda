/*
 * The interpreter: everything that TypeScript calls or reads is exported here, and everything that it provides is
 * imported in host.ts. Record layouts (offsets.ts) and addresses (layout.ts) are exported, so that they are defined
 * once.
 *
 *   message.ts       begins a run, executes a message, undoes a run
 *     frames/        the stack of call frames: run-frames.ts is the loop over them
 *       interpreter/ executes one frame up to the next call, its end, or the end of a slice of gas
 *         code/      decodes basic blocks into a stream of instructions, which is a cache
 *         arithmetic/ 256-bit words
 *       state/       accounts, slots, transient storage, logs, and the journal of their changes
 *     generated/     enums and the opcode table, from src/evm/instruction-set
 *
 * There is no garbage collector: every object is a record of fixed size in a table of layout.ts, and an address is its
 * reference. A call takes the next frame record and no native stack.
 *
 * Each basic block charges its static gas and checks the stack once, at its beginning. Functions that charge gas return
 * the gas left, negative when the frame halts (gas.ts, halt.ts).
 *
 * Every run has a number, the epoch: a flag or original value of an older epoch counts as unset, so nothing has to be
 * cleared. The generation counts changes of the TypeScript state: a value of an older generation is loaded again.
 */

export { buildOpcodeTable } from './code/opcode-table';
export { emptyBlockCache, streamLimit, timesEmptied } from './code/block-cache';
export { addCode, dropCode, linkCode } from './code/code';
export { MAX_BLOCK_BYTES } from './code/decode-block';
export { bitmapBytes, markJumpDestinations } from './code/jump-destinations';
export {
  BASE_FEE,
  BLOB_BASE_FEE,
  CHAIN_ID,
  COINBASE,
  GAS_LIMIT,
  GAS_PRICE,
  NUMBER,
  ORIGIN,
  PREV_RANDAO,
  setBlobHashCount,
  setMaxCodeBytes,
  TIMESTAMP,
} from './environment';
export { currentFrame } from './frames/run-frames';
export { frameAt } from './frames/frame';
export { halt, haltReason, starvedFrames } from './halt';
export { reserveMemory } from './interpreter/memory';
export {
  beginRun,
  incrementNonce,
  clearTables,
  initialize,
  pay,
  runInner,
  runMessage,
  revertRun,
  markAccountWarm,
  markSlotWarm,
  writtenBytes,
} from './message';
export * from './offsets';
export { epoch, generation, invalidateValues, refund, setTracing } from './run';
export {
  ACCOUNT_ALWAYS_WARM,
  ACCOUNT_DESTROYED,
  ACCOUNT_HAS_CODE,
  ACCOUNT_IS_NATIVE,
  ACCOUNT_TOUCHED,
} from './state/account';
export {
  accountCount,
  accountProbes,
  dirtyAccountCount,
  findAccount,
  clearDirtyAccounts,
  markAlwaysWarm,
  touchedCount,
} from './state/accounts';
export { burned } from './state/burned';
export { journalEnd, journalModuleCall, sumDebits } from './state/journal';
export { addNativeLog, logsEnd, nextLog } from './state/logs';
export { clearDirtySlots, dirtySlotCount, slotCount, slotProbes } from './state/slots';
export { transientCount, transientProbes } from './state/transient';
export {
  ACCOUNTS,
  BLOB_HASHES,
  CODE_SLOT_BYTES,
  CODE_SLOTS,
  CODES,
  DIRTY_ACCOUNTS,
  DIRTY_SLOTS,
  LOGS,
  MAX_BLOB_HASHES,
  MAX_CODES,
  MEMORY_START,
  MESSAGE_VALUE,
  RETURN_DATA,
  RETURN_DATA_END,
  SCRATCH,
  STREAM,
  STREAM_END,
  TOUCHED_ACCOUNTS,
} from './layout';
