import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from '../../primitives/machine.ts';
import type { ListenAddress } from '../../primitives/settings.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { createGuard, type Guard } from '../guard.ts';
import type { Client } from '../session.ts';
import type { Access } from './access/access.ts';
import { clientAt } from './access/client.ts';
import { hostFault, senderFields, sendPreflight } from './access/request-headers.ts';
import {
  admitConnection,
  admitHandshake,
  type ConnectionHandler,
  type ConnectionRules,
  nodeConnections,
} from './connections.ts';
import { HttpFastPath } from './fast-path/http-fast-path.ts';
import { type HttpReply, sendReply, textReply } from './http-reply.ts';
import type { TlsFiles } from './options.ts';
import { requestPauses } from './parse-in-turns.ts';
import { answerAfterEnd, limitPipelining } from './pipelining.ts';
import { createPostHandler, type PostHandler, type PostOptions } from './post-handler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { type BodyFault, BodyReader } from './request-body.ts';
import { RequestOrder } from './request-order.ts';
import { wantsWebSocket, withoutUpgradeHeader } from './upgrade-requests.ts';
import type { WebSocketHub } from './websocket-hub.ts';

/**
 * The HTTP server of an interface: everything between a socket and the dispatcher.
 *
 *     socket ──> admitConnection ──> HttpFastPath ── plain POST ────────────────┐
 *                (max-connections)        │ anything else                       v
 *                                         v                                PostHandler ──> Dispatch
 *                                    parser of Node ── POST ──> BodyReader ─────^
 *                                         ├── OPTIONS, GET ──> preflight, page
 *                                         └── Upgrade ──> WebSocketHub ──> WebSocketSession ──> Dispatch
 *
 * - `access/` decides by Host and Origin whether a request is served and what it may do, and who its client is behind
 *   trusted proxies.
 * - `ConnectionRules` has what all interfaces share: connections, unfinished requests (`unfinished-bytes.ts`) and responses
 *   that clients have not read (`unread-responses.ts`).
 * - `fast-path/` is an optimization. To remove it, use the parser of Node as `connections` below.
 */

export type ServerOptions = PostOptions & {
  readonly address: ListenAddress;
  /** milliseconds a client has for the headers, for a whole request, and between two requests */
  readonly headerTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly idleTimeoutMs: number;
  /** Serve https and wss with this certificate and key. */
  readonly tls?: TlsFiles | undefined;
  /** bodies of error replies */
  readonly texts?: Partial<ServerTexts>;
};

type ServerTexts = { readonly methodNotAllowed: string; readonly bodyTooLarge: string };

export type ServerDependencies = {
  readonly access: Access;
  readonly rules: ConnectionRules;
  readonly dispatch: Dispatch;
  /** The reply to GET; undefined where there is none. */
  readonly page: (path: string, accept: string) => HttpReply | undefined;
  /** Serves WebSocket connections; undefined: upgrades are rejected. */
  readonly sockets?: WebSocketHub;
  /** undefined: no rate limit */
  readonly limiter?: RateLimiter | undefined;
};

export type HttpServer = {
  readonly host: string;
  /** the port that the system chose when the option is 0 */
  readonly port: number;
  /** Accepts no more requests, gives running ones a second to end, then closes all connections. */
  close(): Promise<void>;
};

/** Milliseconds that running requests have when the server closes. */
const closeTimeoutMs = 1000;
/**
 * Milliseconds between checks of the timeouts by the parser of Node, which closes all connections that are over in one
 * piece: as many as may begin in that time.
 */
const checkIntervalMs = 100;

/** Listens. Rejects with the system's error (EADDRINUSE, EACCES …) when it cannot. */
export async function openHttpServer(options: ServerOptions, parts: ServerDependencies): Promise<HttpServer> {
  const posts = createPostHandler(options, parts.dispatch, parts.limiter);
  const server = answerAfterEnd(create(options, requestListener(options, parts, posts)));
  const event = options.tls ? 'secureConnection' : 'connection';
  const connections = new HttpFastPath(nodeConnections(server, event, parts.rules), options, { ...parts, posts });
  const handshakes = new Set<Socket>();
  if (options.tls) acceptSecure(server, { handshakes, rules: parts.rules, connections });
  else server.on('connection', (socket: Socket) => admitConnection(socket, parts.rules, connections));
  server.timeout = 2 * options.requestTimeoutMs; // ends connections whose client has stopped reading
  if (parts.sockets !== undefined)
    server.on('upgrade', upgradeListener(server, connections, parts.sockets, parts.rules));
  const { address, port } = await listen(server, options.address);
  return { host: address, port, close: () => close(server, connections, handshakes) };
}

type SecureParts = {
  /** connections from their first packet to their end */
  readonly handshakes: Set<Socket>;
  readonly rules: ConnectionRules;
  readonly connections: ConnectionHandler;
};

/** Connections count from their first packet on: a client may begin a handshake and never end it. */
function acceptSecure(server: Server, { handshakes, rules, connections }: SecureParts): void {
  server.prependListener('connection', (socket: Socket) => {
    if (!admitHandshake(socket, rules)) return;
    handshakes.add(socket);
    socket.once('close', () => handshakes.delete(socket));
  });
  server.on('secureConnection', (socket: Socket) => {
    createGuard(rules.faults, 'connection', () => socket.destroy())(() => connections.open(socket));
  });
}

function create(options: ServerOptions, listener: Listener): Server {
  const settings = {
    headersTimeout: options.headerTimeoutMs,
    requestTimeout: options.requestTimeoutMs,
    keepAliveTimeout: options.idleTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    ...(nodeServesOffers && { shouldUpgradeCallback: wantsWebSocket }),
  };
  if (options.tls === undefined) return createServer(settings, listener);
  return createSecureServer({ ...settings, ...options.tls, handshakeTimeout: options.headerTimeoutMs }, listener);
}

function listen(server: Server, { host, port }: ListenAddress): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address);
    });
  });
}

function close(server: Server, connections: ConnectionHandler, handshakes: Iterable<Socket>): Promise<void> {
  return new Promise((resolve) => {
    const timeout = setTimeout(() => {
      connections.destroyAll();
      for (const socket of handshakes) socket.destroy();
    }, closeTimeoutMs);
    server.close(() => {
      clearTimeout(timeout);
      resolve();
    });
    connections.close();
  });
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Whether Node keeps the body of a request that offers another protocol, as version 26 does, so that it cannot be
 * passed on. It serves such a request by itself then, but loses what follows in the same packet: clients that make such
 * offers wait for the response.
 */
export const nodeServesOffers = Number(process.versions.node.split('.')[0]) >= 25;

/**
 * Clients may offer other protocols than WebSocket, which a server may ignore. Where Node does not, that is done for the
 * first request of a connection, where clients make such offers; ignoring a later one would have to wait for the
 * responses before it.
 */
function upgradeListener(
  server: Server,
  connections: ConnectionHandler,
  sockets: WebSocketHub,
  { faults }: ConnectionRules,
): UpgradeListener {
  const used = new WeakSet<Duplex>();
  server.on('request', ({ socket }: IncomingMessage) => used.add(socket));
  const upgrade: UpgradeListener = (request, socket, head) => {
    if (wantsWebSocket(request) || used.has(socket)) return sockets.accept(request, socket, head);
    request.socket.setTimeout(0);
    connections.open(request.socket, Buffer.concat([withoutUpgradeHeader(request), head]));
  };
  return (request, socket, head) =>
    createGuard(faults, 'upgrade', () => socket.destroy())(() => upgrade(request, socket, head));
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function requestListener(options: ServerOptions, parts: ServerDependencies, posts: PostHandler): Listener {
  const methodNotAllowed = textReply(405, options.texts?.methodNotAllowed ?? 'Send JSON-RPC requests with POST.\n', [
    'allow',
    'POST, OPTIONS',
  ]);
  const { access } = parts;
  const common = access.commonHeaders;
  const post = postListener(new BodyReader(options.maxBodyBytes, parts.rules.unfinished), parts, posts);
  const respond: Listener = (request, response) => {
    const { method, headers } = request;
    const rejection = hostFault(request) ?? access.rejectHost(headers.host);
    if (rejection !== undefined) return sendReply(response, rejection, common);
    if (method === 'POST') return post(request, response);
    if (method === 'OPTIONS') return preflight(request, response, access);
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    const isRead = method === 'GET' || method === 'HEAD';
    const page = isRead ? parts.page(path, request.headers.accept ?? '') : undefined;
    sendReply(response, page ?? methodNotAllowed, common);
  };
  return limitPipelining((request, response) => requestGuard(response, parts)(() => respond(request, response)));
}

const unexpected = textReply(500, 'unexpected error\n', ['connection', 'close']);

/** Contains what is thrown while a request is served: its client gets status 500, or is disconnected. */
function requestGuard(response: ServerResponse, { rules, access }: ServerDependencies): Guard {
  return createGuard(rules.faults, 'request', () => {
    if (response.headersSent) response.destroy();
    else sendReply(response, unexpected, access.commonHeaders);
  });
}

function preflight(request: IncomingMessage, response: ServerResponse, access: Access): void {
  const { rejection } = access.admit(senderFields(request));
  if (rejection === undefined) sendPreflight(request, response, access);
  else sendReply(response, rejection, access.commonHeaders);
}

function postListener(bodies: BodyReader, parts: ServerDependencies, posts: PostHandler): Listener {
  const { access, rules } = parts;
  const common = access.commonHeaders;
  const order = new RequestOrder(rules.mainThread, rules.unfinished);
  return (request, response) => {
    const fields = senderFields(request);
    const { rejection: accessRejection, readOnlyOrigin, headers } = access.admit(fields);
    const client = rules.clients.behind(clientAt(request.socket.remoteAddress ?? ''), fields.forwardedFor);
    const unread = rules.unreadOf(request.socket).response();
    response.once('finish', () => request.socket.destroyed || unread.sent()).once('close', () => unread.release());
    const sender = { client, readOnlyOrigin, headers, unread };
    const rejection = accessRejection ?? posts.reject(sender, request.headers['content-type']);
    if (rejection !== undefined) return sendReply(response, rejection, common);
    const guard = requestGuard(response, parts);
    const answer = (body: Uint8Array | BodyFault) => {
      const reply = posts.handle(request.socket, sender, body);
      const long = { mainThread: rules.mainThread, network: client.network, unread, guard };
      const send = (ready: HttpReply) => sendReply(response, ready, common, long);
      return reply instanceof Promise ? reply.then(send) : send(reply);
    };
    bodies.read(request, client, guard, (body) => {
      order.run(ownerOf(request.socket, client), client, { body, handle: answer, guard });
    });
  };
}

/** A request that has arrived is handled even when its connection has ended: it may be a submission. */
function ownerOf(socket: Socket, { network }: Client): Owner {
  return {
    network,
    connection: socket,
    hasLeft: false,
    pause: () => requestPauses.pause(socket),
    resume: () => requestPauses.resume(socket),
  };
}
