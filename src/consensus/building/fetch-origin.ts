import { settledOrAborted } from '../../primitives/settled-or-aborted.ts';
import { OriginError, StateUnavailableError } from '../../state/origin-state.ts';

/** Milliseconds until a fork tries a block again whose hooks need what the origin does not return. */
const retryDelayMs = 1_000;

/**
 * Runs the work. On a fork, when it needs what is not stored of the origin, fetches that and returns true: the work must
 * be repeated. What the origin does not return then drops the transaction that needs it. It waits no longer than until
 * the signal aborts: an origin may never answer.
 */
export async function wasInterrupted(
  work: () => Promise<void>,
  sleep: (milliseconds: number) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof StateUnavailableError)
      await settledOrAborted(error.fetch(), signal).catch(() => {}); // the error comes again at once
    else if (error instanceof OriginError) await sleep(retryDelayMs);
    else throw error;
    return true;
  }
}
