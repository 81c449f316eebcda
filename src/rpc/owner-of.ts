import type { Owner } from '../scheduling/owner.ts';
import type { Call } from './session.ts';

/** The client of a call, as the owner of work that nobody needs when it has left. */
export function ownerOf({ client, signal }: Pick<Call, 'client' | 'signal'>): Owner {
  return {
    network: client.network,
    connection: signal,
    get hasLeft() {
      return signal.aborted;
    },
  };
}
