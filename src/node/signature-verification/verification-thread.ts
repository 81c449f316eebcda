/**
 * The program of the thread that verifies post-quantum signatures: responds to each request with whether it is valid,
 * in order.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import { verifyMlDsa } from '../../primitives/crypto/ml-dsa.ts';
import { NativeCalls } from '../../primitives/guarded-worker.ts';

const nativeCalls = new NativeCalls(workerData);
parentPort?.on('message', ({ scheme, publicKey, signature, message }: VerificationRequest) => {
  const isValid = nativeCalls.run(() => verifyMlDsa(scheme, publicKey, signature, message)); // none once it is to end
  parentPort?.postMessage(isValid);
});
parentPort?.postMessage('ready');
nativeCalls.loaded();
