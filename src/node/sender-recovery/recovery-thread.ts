/** The program of a thread that recovers the senders of transactions: responds to each BatchMessage. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { respondToRequests } from '../../scheduling/serve-requests.ts';
import type { BatchMessage, BatchOutcome, BatchResult } from './batch-message.ts';

const nativeCalls = new NativeCalls(workerData);

void prepareSecp256k1(nativeCalls.run).then(() => {
  if (parentPort !== null) respondToRequests(parentPort, resultOf);
  nativeCalls.loaded();
});

function resultOf(batch: BatchMessage): BatchResult {
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
