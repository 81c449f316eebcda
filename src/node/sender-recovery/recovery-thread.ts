/** The program of a thread that recovers the senders of transactions: responds to each BatchMessage. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { respondToRequests } from '../../scheduling/serve-requests.ts';
import { recoverBatch } from './recover-batch.ts';

const nativeCalls = new NativeCalls(workerData);

void prepareSecp256k1(nativeCalls.run).then(() => {
  if (parentPort !== null) respondToRequests(parentPort, recoverBatch);
  nativeCalls.loaded();
});
