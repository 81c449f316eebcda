/** The program of the thread that recovers who signed authorizations: responds to each AuthoritiesRequest. */
import { parentPort, workerData } from 'node:worker_threads';
import { prepareSecp256k1 } from '../../primitives/crypto/secp256k1.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { respondToRequests } from '../../scheduling/serve-requests.ts';
import { lowerPriority } from '../execution/lower-priority.ts';
import { recoverAuthorities } from './recover-authorities.ts';

lowerPriority();
const nativeCalls = new NativeCalls(workerData);
void prepareSecp256k1(nativeCalls.run).then(() => {
  if (parentPort !== null) respondToRequests(parentPort, recoverAuthorities);
  nativeCalls.loaded();
});
