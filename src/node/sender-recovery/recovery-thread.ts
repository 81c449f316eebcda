/**
 * The program of a thread that recovers the senders of transactions. It takes them from the shared queue, and sends an
 * empty message when there are new results.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import type { RecoveryThreadData } from './recovery-worker.ts';
import { type RecoveredSender, SharedQueue } from './shared-queue.ts';

/** Results that are reported together, unless there is nothing left to recover: each message wakes the main thread. */
const reportedTogether = 16;

const { memory, taker } = workerData as RecoveryThreadData;
const queue = new SharedQueue(memory);

const nativeCalls = new NativeCalls(workerData);

void prepareSecp256k1(nativeCalls.run).then(() => {
  report();
  nativeCalls.loaded();
  for (;;) {
    recoverAll();
    queue.sleep(taker);
  }
});

function recoverAll(): void {
  let unreported = 0;
  for (let number = queue.take(taker); number !== undefined; number = queue.take(taker)) {
    queue.finish(number, recoveredSender(queue.rawOf(number)));
    unreported++;
    if (unreported < reportedTogether) continue;
    report();
    unreported = 0;
  }
  if (unreported > 0) report();
}

function report(): void {
  if (queue.report()) parentPort?.postMessage(undefined);
}

function recoveredSender(raw: Uint8Array): RecoveredSender | undefined {
  try {
    return decodeTransaction(raw);
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined; // the main thread decodes it again and reports what is wrong
    throw error;
  }
}
