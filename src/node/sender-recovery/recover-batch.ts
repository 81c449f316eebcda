import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import type { BatchMessage, BatchOutcome, BatchResult } from './batch-message.ts';

/** What a thread responds to a batch of raw transactions. */
export function recoverBatch(batch: BatchMessage): BatchResult {
  return batch.map(outcomeOf);
}

/** No error ends the thread: after one that is not about the bytes, the main thread decodes them again. */
function outcomeOf(raw: Uint8Array): BatchOutcome {
  try {
    const { sender, hash } = decodeTransaction(raw);
    return { sender, hash };
  } catch (error) {
    return error instanceof TransactionDecodeError ? error.message : undefined;
  }
}
