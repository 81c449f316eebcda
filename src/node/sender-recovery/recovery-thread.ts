/**
 * The program of the thread that recovers the senders of transactions: responds to each RecoveryTask of a
 * message with a RecoveryResult. Its worker data is the memory of the claims.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { unpackList } from '../../chain/storage/packed-list.ts';
import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { TaskClaims } from './claims.ts';
import type { RecoveredSender, RecoveryResult, RecoveryTask } from './recovery-message.ts';

const claims = new TaskClaims(workerData as SharedArrayBuffer);

void prepareSecp256k1().then(() => {
  parentPort?.on('message', (tasks: readonly RecoveryTask[]) => {
    for (const task of tasks) parentPort?.postMessage(resultOf(task));
  });
  parentPort?.postMessage('ready');
});

function resultOf({ number, raws }: RecoveryTask): RecoveryResult {
  return claims.claim(number) ? unpackList(raws).map(recoveredSender) : [];
}

function recoveredSender(raw: Uint8Array): RecoveredSender | undefined {
  try {
    const { sender, hash } = decodeTransaction(raw);
    return { sender, hash };
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined; // the main thread decodes it again and reports what is wrong
    throw error;
  }
}
