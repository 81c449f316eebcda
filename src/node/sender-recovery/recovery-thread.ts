/** The program of a thread that recovers the senders of transactions: a BatchResult for each BatchMessage, in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { type BatchMessage, fromBatch, type RecoveredSender, type RecoveryReply } from './batch-message.ts';

const nativeCalls = new NativeCalls(workerData);

void prepareSecp256k1(nativeCalls.run).then(() => {
  parentPort?.on('message', (batch: BatchMessage) => reply(fromBatch(batch).map(recoveredSender)));
  reply('ready');
  nativeCalls.loaded();
});

function reply(message: RecoveryReply): void {
  parentPort?.postMessage(message);
}

/** Undefined with any error, which ends no thread: the main thread decodes it again and reports what is wrong. */
function recoveredSender(raw: Uint8Array): RecoveredSender | undefined {
  try {
    const { sender, hash } = decodeTransaction(raw);
    return { sender, hash };
  } catch {
    return undefined;
  }
}
