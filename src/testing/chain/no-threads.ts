import type { GuardedWorker } from '../../primitives/guarded-worker.ts';
import { Threads } from '../../primitives/threads.ts';

/** The threads of a system that gives none, by a limit of processes or memory: starting one throws as in Node. */
export class NoThreads extends Threads {
  protected override create(): GuardedWorker {
    throw Object.assign(new Error('Worker initialization failure: EAGAIN'), { code: 'ERR_WORKER_INIT_FAILED' });
  }
}
