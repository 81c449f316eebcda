/** The program of the thread that recovers who signed authorizations: responds to each AuthoritiesRequest, in order. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { lowerPriority } from '../execution/lower-priority.ts';
import { type AuthoritiesRequest, recoverAuthorities } from './recover-authorities.ts';

lowerPriority();
const nativeCalls = new NativeCalls(workerData);
void prepareSecp256k1(nativeCalls.run).then(() => {
  parentPort?.on('message', (request: AuthoritiesRequest) => parentPort?.postMessage(recoverAuthorities(request)));
  parentPort?.postMessage('ready');
  nativeCalls.loaded();
});
