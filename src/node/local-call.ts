import type { Call, Session } from '../rpc/session.ts';

const address = '127.0.0.1';

/**
 * The context of requests of this process itself. Nobody else shares its memory with it, so that no response is counted
 * until it is read. `session`: what gets its notifications
 */
export function localCall(signal: AbortSignal, session?: Session): Call {
  return {
    client: { address, network: address },
    readOnlyOrigin: undefined,
    session,
    unread: {
      reserve: () => undefined,
      arriving: () => ({ add: () => undefined, release: () => {} }),
      onSent: (listener) => listener(true),
    },
    signal,
    isInProcess: true,
  };
}
