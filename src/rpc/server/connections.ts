import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Faults } from '../../primitives/faults.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import { createGuard, passError } from '../guard.ts';
import type { Client } from '../session.ts';
import { AllowedHosts } from './access/allowed-hosts.ts';
import { Clients, clientAt } from './access/client.ts';
import { replyText, textReply } from './http-reply.ts';
import type { HttpOptions } from './options.ts';
import { parseInTurns, parserOwner } from './parse-in-turns.ts';
import { UnfinishedBytes } from './unfinished-bytes.ts';
import { UnreadResponses, type UnreadShare } from './unread-responses.ts';

/** What applies to the connections of all interfaces together. */
export type ConnectionRules = {
  readonly clients: Clients;
  readonly hosts: AllowedHosts;
  readonly connections: ConnectionCount;
  /** requests that have begun to arrive */
  readonly unfinished: UnfinishedBytes;
  /** what is thrown while the node works for one client */
  readonly faults: Faults;
  /** handles requests and messages by turns */
  readonly mainThread: MainThread;
  /** The share of a connection in the unread responses; the same object at every call. */
  readonly unreadOf: (socket: Socket) => UnreadShare;
};

/** Creates the rules from section `[http]`. */
export function createConnectionRules(
  options: HttpOptions,
  { faults, mainThread }: Pick<ConnectionRules, 'faults' | 'mainThread'>,
): ConnectionRules {
  const clients = new Clients(options['trusted-proxies']);
  const total = options['max-connections'];
  const perClient = options['max-connections-per-client'];
  const unread = new UnreadResponses({
    totalBytes: options['max-unread-responses'],
    bytesPerConnection: options['max-unread-per-connection'],
  });
  return {
    clients,
    hosts: new AllowedHosts(options['allowed-hosts']),
    connections: new ConnectionCount({ total, perClient }, (client) => clients.isProxy(client)),
    unfinished: new UnfinishedBytes({
      totalBytes: options['max-unfinished-bodies'],
      bytesPerClient: options['max-unfinished-bodies-per-client'],
    }),
    faults,
    mainThread,
    unreadOf: unreadShares(unread),
  };
}

function unreadShares(unread: UnreadResponses): (socket: Socket) => UnreadShare {
  const shares = new WeakMap<Socket, UnreadShare>();
  return (socket) => {
    const known = shares.get(socket);
    if (known !== undefined) return known;
    const share = unread.share(() => socket.destroy());
    shares.set(socket, share);
    socket.once('close', () => share.close());
    return share;
  };
}

/** A client with fewer connections has room beside those of a few clients that have as many as they may. */
const fewConnections = 64;

type ConnectionLimits = { readonly total: number; readonly perClient: number };

/** Counts open connections, of all interfaces together and of each client. */
class ConnectionCount {
  readonly #limits: ConnectionLimits;
  readonly #isProxy: (client: Client) => boolean;
  readonly #clients = new Map<string, number>();
  #total = 0;

  /** Connections of a proxy, which serves many clients, count in the total only. */
  constructor(limits: ConnectionLimits, isProxy: (client: Client) => boolean) {
    this.#limits = limits;
    this.#isProxy = isProxy;
  }

  /** Counts one more connection; when a limit is reached, returns the text for the client instead. */
  open(client: Client): string | undefined {
    const { total, perClient } = this.#limits;
    if (this.#total >= total) return `All ${total} connections are taken (http.max-connections).\n`;
    const own = this.#clients.get(client.network) ?? 0;
    if (!this.#isProxy(client)) {
      if (own >= perClient) return `You have ${perClient} connections already (http.max-connections-per-client).\n`;
      if (own >= fewConnections && this.#total >= (total / 3) * 2)
        return `The last third of ${total} connections is for clients with less than ${fewConnections} (http.max-connections).\n`;
    }
    this.#total++;
    this.#clients.set(client.network, own + 1);
    return undefined;
  }

  /** A connection that was counted has ended. */
  close({ network }: Client): void {
    this.#total--;
    const left = (this.#clients.get(network) ?? 0) - 1;
    if (left > 0) this.#clients.set(network, left);
    else this.#clients.delete(network);
  }
}

/** The part of a socket that `connectionSignal` uses. */
export type WatchedSocket = Pick<Socket, 'destroyed' | 'readableEnded' | 'once'>;

/** Why the signal of a connection is aborted: thousands may end at once, and making an error takes 20 microseconds. */
export const connectionClosed = new Error('the client has closed the connection');

/** By the socket, with which its signal is collected. */
const signals = new WeakMap<WatchedSocket, AbortSignal>();

/**
 * Aborted when the client has closed the connection, in either direction: a client that waits for a response keeps both
 * open. All requests of a connection share one signal, which is created for the first that needs it.
 */
export function connectionSignal(socket: WatchedSocket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // each request that waits has one
  const abort = () => controller.abort(connectionClosed);
  if (socket.destroyed || socket.readableEnded) abort();
  else socket.once('close', abort).once('end', abort);
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Serves the requests of HTTP connections. */
export type ConnectionHandler = {
  /** Serves a connection from now on. `unread`: bytes that were read from it before and belong to requests to come. */
  open(socket: Socket, unread?: Buffer): void;
  /** Ends each connection as soon as its requests have their responses. */
  close(): void;
  /** Ends all connections at once. */
  destroyAll(): void;
};

type ConnectionEvent = 'connection' | 'secureConnection';

/** The parser of Node as a handler. It no longer gets the new connections of the server by itself. */
export function nodeConnections(server: Server, event: ConnectionEvent, rules: ConnectionRules): ConnectionHandler {
  const listeners = server.listeners(event);
  server.removeAllListeners(event);
  return {
    open(socket, unread) {
      const open = () => {
        for (const listener of listeners) listener.call(server, socket);
        parseInTurns(socket, rules);
        if (unread !== undefined && unread.length > 0) socket.unshift(unread);
        socket.resume();
      };
      socket.pause();
      const guard = createGuard(rules.faults, 'connection', () => socket.destroy());
      rules.mainThread.run('parsing', parserOwner(socket), open, passError(guard));
    },
    close: () => server.closeIdleConnections(),
    destroyAll: () => server.closeAllConnections(),
  };
}

/**
 * Counts a new connection that begins with a TLS handshake; beyond the limits it is closed, as it could read no text. It
 * must be called before TLS takes the socket. Returns whether it is open.
 */
export function admitHandshake(socket: Socket, { connections }: Pick<ConnectionRules, 'connections'>): boolean {
  const client = clientAt(socket.remoteAddress ?? '');
  if (connections.open(client) !== undefined) {
    socket.destroy();
    return false;
  }
  socket.once('close', () => connections.close(client));
  return true;
}

/** Counts a new connection and passes it to the handler; beyond the limits it gets status 503 instead. */
export function admitConnection(socket: Socket, rules: ConnectionRules, handler: ConnectionHandler): void {
  createGuard(rules.faults, 'connection', () => socket.destroy())(() => admit(socket, rules, handler));
}

function admit(socket: Socket, { connections }: ConnectionRules, handler: ConnectionHandler): void {
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
