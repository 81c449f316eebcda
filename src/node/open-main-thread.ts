import type { Config } from '../config/config.ts';
import { elapsedMs, setImmediate } from '../primitives/machine.ts';
import { MainThread } from '../scheduling/main-thread.ts';

/** Creates the owner of the event loop. What waits beyond `json-rpc.max-waiting-calls` is dropped. */
export function openMainThread(config: Pick<Config, 'json-rpc'>, onFault: (error: unknown) => void): MainThread {
  const waiting = config['json-rpc']['max-waiting-calls'];
  return new MainThread({
    now: elapsedMs,
    nextIteration: setImmediate,
    maxWaiting: { execution: waiting, background: waiting },
    onFault,
  });
}
