import { MainThread } from '../../scheduling/main-thread.ts';

/** A main thread as of a node, whose faults fail the test. `maxWaiting`: executions, and texts, that may wait. */
export function testMainThread(maxWaiting = Number.POSITIVE_INFINITY, now = () => performance.now()): MainThread {
  return new MainThread({
    now,
    nextIteration: setImmediate,
    maxWaiting: { execution: maxWaiting, background: maxWaiting },
    onFault: (error) => {
      throw error;
    },
  });
}
