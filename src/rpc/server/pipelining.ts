import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that may wait for their responses. Clients of HTTP/1.1 rarely send a second one. */
const maxOutstanding = 250;

/**
 * Closes connections that send a great many requests without waiting for responses. The parser of Node reads 64 kB of
 * them in one go, 2,300 requests, and a hundred such connections would keep all others waiting for ten seconds. A
 * thousand chunked ones took 150 ms in one piece.
 */
export function limitPipelining(listener: Listener): Listener {
  const outstanding = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return; // the rest of what was read before it was closed
    const count = (outstanding.get(socket) ?? 0) + 1;
    outstanding.set(socket, count);
    if (count > maxOutstanding) {
      socket.destroy();
      return;
    }
    response.once('close', () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1));
    listener(request, response);
  };
}

/**
 * Has a client that sends nothing more get the responses to what it has sent, as `nc -N` expects: Node would close the
 * connection at once, without those that wait (`lib/_http_server.js`).
 */
export function answerAfterEnd<S extends Server>(server: S): S {
  return Object.assign(server, { httpAllowHalfOpen: true });
}
