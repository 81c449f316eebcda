/**
 * The program of the thread that verifies post-quantum signatures: responds to each request with whether it is valid,
 * in order.
 */
import { parentPort } from 'node:worker_threads';
import type { VerificationRequest } from '../../kernel/signature-rules.ts';
import { verifyMlDsa } from '../../primitives/crypto/ml-dsa.ts';

parentPort?.on('message', ({ scheme, publicKey, signature, message }: VerificationRequest) =>
  parentPort?.postMessage(verifyMlDsa(scheme, publicKey, signature, message)),
);
parentPort?.postMessage('ready');
