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

/** A main thread whose iterations the test runs, in which each piece of work takes `pieceMs`, which the test may change. */
export function controlledMainThread(pieceMs = 0) {
  const iterations: (() => void)[] = [];
  let now = 0;
  const mainThread = new MainThread({
    now: () => {
      now += controlled.pieceMs;
      return now;
    },
    nextIteration: (run) => iterations.push(run),
    onFault: (error) => {
      throw error;
    },
  });
  const controlled = { mainThread, iterations, pieceMs };
  return controlled;
}
