import type { Faults } from '../primitives/faults.ts';
import { DroppedError } from '../scheduling/owner.ts';

/** Runs something for one client. What it throws, or rejects with, is noted, and that client is answered or closed. */
export type Guard = (run: () => unknown) => void;

/** Passes errors that were thrown elsewhere to a guard, but not that the client has left. */
export function passError(guard: Guard): (error: unknown) => void {
  return (error) => {
    if (error instanceof DroppedError) return;
    guard(() => {
      throw error;
    });
  };
}

/**
 * Contains what is thrown while the node works for one client: in a listener of its connection, a subscription, a
 * waiter. Such an error ends nothing for others. `part` names the kind of work; `answer` tells the client, or closes its
 * connection.
 */
export function createGuard(faults: Faults, part: string, answer: () => void): Guard {
  const fail = (error: unknown) => {
    faults.note(part, error);
    try {
      answer();
    } catch (second) {
      faults.note(`${part}: answer`, second);
    }
  };
  return (run) => {
    try {
      const result = run();
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
