/** Preloaded by each process of a test file (`test.mjs`): what properties draw follows from SEED. */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(process.env.SEED) });
}
