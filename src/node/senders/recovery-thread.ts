/** The program of the thread that finds out who signed transactions: answers each RecoveryTask with a RecoveryResult. */
import { parentPort } from 'node:worker_threads';
import { unpackList } from '../../chain/storage/packed-list.ts';
import { decodeTransaction, TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import type { Origin, RecoveryTask } from './recovery-message.ts';

parentPort?.on('message', (task: RecoveryTask) => parentPort?.postMessage(unpackList(task).map(originOf)));
parentPort?.postMessage('ready');

function originOf(raw: Uint8Array): Origin | undefined {
  try {
    const { sender, hash } = decodeTransaction(raw);
    return { sender, hash };
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined; // the other side finds out what is wrong
    throw error;
  }
}
