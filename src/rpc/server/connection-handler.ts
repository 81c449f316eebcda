import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientAt } from './access/client.ts';
import type { ConnectionRules } from './connection-rules.ts';
import { replyText, textReply } from './http-reply.ts';

/** Serves the requests of HTTP connections. */
export type ConnectionHandler = {
  /** Serves a connection from now on. `unread`: bytes that were read from it before and belong to requests to come. */
  open(socket: Socket, unread?: Buffer): void;
  /** Ends each connection as soon as its requests are answered. */
  close(): void;
  /** Ends all connections at once. */
  destroyAll(): void;
};

type ConnectionListener = (this: Server, socket: Socket) => void;
type ConnectionEvent = 'connection' | 'secureConnection';

/** The parser of Node as a handler. It no longer gets the new connections of the server by itself. */
export function nodeConnections(server: Server, event: ConnectionEvent): ConnectionHandler {
  const listeners = server.listeners(event) as ConnectionListener[];
  server.removeAllListeners(event);
  return {
    open(socket, unread) {
      for (const listener of listeners) listener.call(server, socket);
      if (unread === undefined) return;
      if (unread.length > 0) socket.unshift(unread);
      socket.resume();
    },
    close: () => server.closeIdleConnections(),
    destroyAll: () => server.closeAllConnections(),
  };
}

/** Counts a new connection and passes it to the handler; beyond the limits it gets status 503 instead. */
export function admitConnection(socket: Socket, { connections }: ConnectionRules, handler: ConnectionHandler): void {
  const client = clientAt(socket.remoteAddress ?? '');
  const rejection = connections.open(client);
  if (rejection === undefined) {
    socket.once('close', () => connections.close(client));
    handler.open(socket);
  } else {
    socket.on('error', () => {}).end(replyText(textReply(503, rejection), 'connection: close\r\n'));
    socket.destroySoon();
  }
}
