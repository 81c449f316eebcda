import type { Connection } from '@solana/web3.js';
import { until } from '../until.ts';

/**
 * Waits until the client has closed its socket, some time after its last subscription: when the server closes first, it
 * reconnects for ever.
 */
export async function untilIdle(connection: Connection): Promise<void> {
  const { _rpcWebSocket: socket } = connection as unknown as { readonly _rpcWebSocket: { readonly ready: boolean } };
  await until(() => !socket.ready, 'the end of the socket of the client');
}
