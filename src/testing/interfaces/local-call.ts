import type { Call } from '../../rpc/session.ts';

/** A call by a client on this machine without a connection, which waits for every response. */
export const localCall: Call = {
  client: { address: '127.0.0.1', network: '127.0.0.1' },
  readOnlyOrigin: undefined,
  session: undefined,
  unread: {
    reserve: () => undefined,
    arriving: () => ({ add: () => undefined, release: () => {} }),
    onSent: (listener) => listener(true),
  },
  signal: new AbortController().signal,
};
