import type { Socket } from 'node:net';

/** What is watched of a connection. */
export type WatchedSocket = Pick<Socket, 'destroyed' | 'readableEnded' | 'once'>;

const signals = new WeakMap<WatchedSocket, AbortSignal>();

/**
 * Aborts when the client has closed the connection, in either direction: a client that reads its response keeps both
 * open. All requests of a connection share one signal, made for the first that needs it.
 */
export function connectionSignal(socket: WatchedSocket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (socket.destroyed || socket.readableEnded) abort();
  else socket.once('close', abort).once('end', abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}
