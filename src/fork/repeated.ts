import { StateUnavailableError } from '../state/origin-state.ts';

/** What `work`, which changes nothing, returns once all that it reads of the origin is stored. Rejects as it throws. */
export async function repeated<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof StateUnavailableError)) throw error;
      await error.fetch();
    }
  }
}
