import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Scheduler } from './scheduler.ts';

/** A connection's parser of Node's HTTP server, which calls its member with this number when a request begins. */
export type RequestParser = {
  close(): void;
  /** the last request whose head has arrived */
  readonly incoming: { readonly complete: boolean } | null;
  readonly constructor: { readonly kOnMessageBegin: number };
};

/** Node's list of connections whose requests arrive. */
type Connections = { active(): readonly RequestParser[] };

/**
 * Ends a connection of Node's HTTP server whose request, or its head, takes longer to arrive than it may, as Node would:
 * it measures that by the clock of the real machine. The first request begins with the connection.
 */
export function limitRequests(
  scheduler: Scheduler,
  socket: Duplex & { readonly parser: RequestParser | null },
  parser: RequestParser,
  server: Server,
): void {
  let requests = 0;
  const arrives = () => connectionsOf(server).active().includes(parser);
  const isInHead = () => parser.incoming?.complete !== false;
  const begin = () => {
    const request = ++requests;
    const limit = (milliseconds: number, isLate: () => boolean) =>
      scheduler.after(milliseconds, 'time of a request', () => {
        if (request === requests && socket.parser === parser && arrives() && isLate())
          socket.emit('error', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
      });
    limit(server.headersTimeout, isInHead);
    limit(server.requestTimeout, () => true);
  };
  Object.assign(parser, { [parser.constructor.kOnMessageBegin]: begin });
  begin();
}

function connectionsOf(server: Server): Connections {
  const [name] = Object.getOwnPropertySymbols(server).filter((each) => each.description === 'http.server.connections');
  if (name === undefined) throw new Error('the HTTP server of Node has no list of connections');
  return (server as unknown as Readonly<Record<symbol, Connections>>)[name] as Connections;
}
