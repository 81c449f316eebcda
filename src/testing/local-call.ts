import type { Call } from '../rpc/types.ts';

/** A client on this machine that waits for every answer, without a connection. */
export const localCall: Call = {
  client: { address: '127.0.0.1', network: '127.0.0.1' },
  readOnlyOrigin: undefined,
  session: undefined,
  unread: { reserve: () => undefined },
  signal: new AbortController().signal,
};
