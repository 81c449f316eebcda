import type { Address } from '../../primitives/address.ts';
import type { WorldState } from '../../state/types.ts';
import type { Log } from '../engine.ts';
import { containable } from './containable.ts';
import { entryDropped } from './hook-failed.ts';

/** A module whose hook runs, the state that it changes, and the events of the hook by now. */
type Running = { readonly module: Address; readonly state: WorldState; readonly events: Log[] };

/**
 * Settles an entry of a queue of the module, and returns whether it could be. When state or block make that fail, what it
 * has changed and its events are undone, and an event names the entry; the caller takes it out of the queue. Throws any
 * other error.
 */
export function settleEntry(
  { module, state, events }: Running,
  queue: string,
  entry: string,
  run: () => void,
): boolean {
  const snapshot = state.snapshot();
  const { length } = events;
  try {
    run();
    return true;
  } catch (error) {
    const kind = containable(error);
    if (kind === undefined) throw error;
    state.revert(snapshot);
    events.length = length;
    events.push(entryDropped(module).log({ queue, entry, kind }));
    return false;
  }
}
