/** What TypeScript sees of the engine. */

export { buildOpcodeTable } from './code/opcode-table';
export { decode } from './code/decode';
export { setBlobHashCount } from './environment';
export { currentFrame, resume } from './frames/drive';
export { frameAt } from './frames/frame';
export { halt, haltReason } from './halt';
export { reserveMemory } from './interpreter/memory';
export { begin, countNonce, dropTables, initialize, peakBytes, runMessage, takeBack, warm, warmKey } from './message';
export * from './offsets';
export { epoch, invalidateValues, refund, setTracing } from './run';
export { accountCount, dirtyAccountCount, findAccount, forgetDirtyAccounts, touchedCount } from './state/accounts';
export { burned } from './state/burned';
export { journalModuleCall } from './state/journal';
export { addNativeLog, logsEnd } from './state/logs';
export { dirtySlotCount, forgetDirtySlots, slotCount } from './state/slots';
export {
  ACCOUNTS,
  BLOB_HASHES,
  CODE_ARENA,
  CODE_ARENA_END,
  CODES,
  DIRTY_ACCOUNTS,
  DIRTY_SLOTS,
  ENVIRONMENT,
  LOGS,
  MAX_BLOB_HASHES,
  MAX_CODES,
  MEMORY_START,
  RETURN_DATA,
  RETURN_DATA_END,
  SCRATCH,
  TOUCHED_ACCOUNTS,
} from './layout';
