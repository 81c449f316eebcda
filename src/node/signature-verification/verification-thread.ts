/** The program of the thread that verifies post-quantum signatures: responds to each request with whether it is valid. */
import { parentPort, workerData } from 'node:worker_threads';
import { verifyMlDsa } from '@qord/curves/ml-dsa';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';
import { respondToRequests } from '../../scheduling/serve-requests.ts';

const nativeCalls = new NativeCalls(workerData);
if (parentPort !== null) {
  respondToRequests(
    parentPort,
    ({ scheme, publicKey, signature, message }: VerificationRequest) =>
      nativeCalls.run(() => verifyMlDsa(scheme, publicKey, signature, message)), // none once it is to end
  );
}
nativeCalls.loaded();
