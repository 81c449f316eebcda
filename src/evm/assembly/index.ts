/** What TypeScript sees of the engine. */

export { buildOpcodeTable } from './code/opcode-table';
export { decode } from './code/decode';
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
  TIMESTAMP,
} from './environment';
export { STREAM_BYTES_PER_CODE_BYTE } from './code/instruction';
export { currentFrame, resume } from './frames/run-frames';
export { frameAt } from './frames/frame';
export { halt, haltReason } from './halt';
export { reserveMemory } from './interpreter/memory';
export {
  beginRun,
  incrementNonce,
  clearTables,
  initialize,
  peakBytes,
  runMessage,
  revertRun,
  markAccountWarm,
  markSlotWarm,
} from './message';
export * from './offsets';
export { epoch, invalidateValues, refund, setTracing } from './run';
export {
  ACCOUNT_ALWAYS_WARM,
  ACCOUNT_DESTROYED,
  ACCOUNT_HAS_CODE,
  ACCOUNT_IS_NATIVE,
  ACCOUNT_TOUCHED,
} from './state/account';
export { dirtyAccountCount, findAccount, clearDirtyAccounts, touchedCount } from './state/accounts';
export { burned } from './state/burned';
export { journalModuleCall } from './state/journal';
export { addNativeLog, logsEnd, nextLog } from './state/logs';
export { clearDirtySlots, dirtySlotCount } from './state/slots';
export {
  ACCOUNTS,
  BLOB_HASHES,
  CODE_ARENA,
  CODE_ARENA_END,
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
  TOUCHED_ACCOUNTS,
} from './layout';
