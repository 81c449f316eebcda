/**
 * The program of the thread that recovers the senders of transactions: responds to each RecoveryTask with a
 * RecoveryResult. Its worker data is the memory of the claims.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { unpackList } from '../../chain/storage/packed-list.ts';
import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { TaskClaims } from './claims.ts';
import type { RecoveredSender, RecoveryResult, RecoveryTask } from './recovery-message.ts';

const claims = new TaskClaims(workerData as SharedArrayBuffer);

void prepareSecp256k1().then(() => {
  parentPort?.on('message', (task: RecoveryTask) => parentPort?.postMessage(resultOf(task)));
  parentPort?.postMessage('ready');
});

function resultOf({ number, raws }: RecoveryTask): RecoveryResult {
  return claims.claim(number) ? unpackList(raws).map(originOf) : [];
}

function originOf(raw: Uint8Array): RecoveredSender | undefined {
  try {
    const { sender, hash } = decodeTransaction(raw);
    return { sender, hash };
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined; // the other side reports what is wrong
    throw error;
  }
}
