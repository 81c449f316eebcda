import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ListenAddress } from '../../primitives/settings.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import type { Access } from './access/access.ts';
import { clientAt } from './access/client.ts';
import { answerPreflight } from './access/cors.ts';
import { hostFault, senderFields } from './access/sender-fields.ts';
import { BodyReader } from './body-reader.ts';
import type { ConnectionRules } from './connection-rules.ts';
import { HttpFastPath } from './fast-path/http-fast-path.ts';
import { type HttpReply, sendReply, textReply } from './http-reply.ts';
import { createPostHandler, type PostHandler, type PostOptions } from './post-handler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { TlsFiles } from './tls-files.ts';
import { wantsWebSocket, withoutUpgradeHeader } from './upgrade-header.ts';
import type { WebSocketHub } from './websocket-hub.ts';

export type ServerOptions = PostOptions & {
  readonly address: ListenAddress;
  /** milliseconds a client has for the headers, for a whole request, and between two requests */
  readonly headerTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
  /** Serve https and wss with this certificate and key. */
  readonly tls?: TlsFiles | undefined;
  /** bodies of answers with other status codes than 200 */
  readonly texts?: Partial<ServerTexts>;
};

export type ServerTexts = { readonly methodNotAllowed: string; readonly bodyTooLarge: string };

export type ServerParts = {
  readonly access: Access;
  readonly rules: ConnectionRules;
  readonly dispatch: Dispatch;
  /** What GET answers; undefined where there is nothing. */
  readonly page: (path: string, accept: string) => HttpReply | undefined;
  /** Takes the connections that ask for an upgrade; without one they are refused. */
  readonly sockets?: WebSocketHub;
  /** Without one, everybody may ask as often as they like. */
  readonly limiter?: RateLimiter | undefined;
};

export type HttpServer = {
  readonly host: string;
  /** the one the system chose, when port 0 was asked for */
  readonly port: number;
  /** Takes no more requests, lets running ones end for a moment, then cuts them off. */
  close(): Promise<void>;
};

/** Running requests get this many milliseconds when the server closes. */
const grace = 1000;
const checkInterval = 1000;

/** Listens. Rejects with the system's error (EADDRINUSE, EACCES …) when it cannot. */
export async function openHttpServer(options: ServerOptions, parts: ServerParts): Promise<HttpServer> {
  const answers = createPostHandler(options, parts.dispatch, parts.limiter);
  const server = create(options, requestListener(options, parts, answers));
  const lane = new HttpFastPath(server, options.tls ? 'secureConnection' : 'connection', options, {
    ...parts,
    answers,
  });
  server.timeout = 2 * options.requestTimeout; // ends connections whose client has stopped reading
  if (parts.sockets !== undefined) server.on('upgrade', upgradeListener(server, lane, parts.sockets));
  const { address, port } = await listen(server, options.address);
  return { host: address, port, close: () => close(server, lane) };
}

function create(options: ServerOptions, listener: Listener): Server {
  const settings = {
    headersTimeout: options.headerTimeout,
    requestTimeout: options.requestTimeout,
    keepAliveTimeout: options.idleTimeout,
    connectionsCheckingInterval: checkInterval,
  };
  if (options.tls === undefined) return createServer(settings, listener);
  return createSecureServer({ ...settings, ...options.tls }, listener);
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

function close(server: Server, lane: HttpFastPath): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
      lane.destroyAll();
    }, grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
    lane.close();
  });
}

type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Other offers than WebSocket are ignored with the first request; later ones would have to wait for its answer. */
function upgradeListener(server: Server, lane: HttpFastPath, sockets: WebSocketHub): UpgradeListener {
  const asked = new WeakSet<Duplex>();
  server.on('request', ({ socket }: IncomingMessage) => asked.add(socket));
  return (request, socket, head) => {
    if (wantsWebSocket(request) || asked.has(socket)) return sockets.accept(request, socket, head);
    lane.take(request.socket, Buffer.concat([withoutUpgradeHeader(request), head]));
  };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function requestListener(options: ServerOptions, parts: ServerParts, answers: PostHandler): Listener {
  const refuse = textReply(405, options.texts?.methodNotAllowed ?? 'Send JSON-RPC requests with POST.\n', [
    'allow',
    'POST, OPTIONS',
  ]);
  const { access } = parts;
  const common = access.commonHeaders;
  const post = postListener(new BodyReader(options.maxBody, parts.rules.bodies), parts, answers);
  return (request, response) => {
    const { method, headers } = request;
    const refusal = hostFault(request) ?? access.hostRefusal(headers.host);
    if (refusal !== undefined) return sendReply(response, refusal, common);
    if (method === 'POST') return post(request, response);
    if (method === 'OPTIONS') return preflight(request, response, access);
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    const isRead = method === 'GET' || method === 'HEAD';
    const found = isRead ? parts.page(path, request.headers.accept ?? '') : undefined;
    sendReply(response, found ?? refuse, common);
  };
}

function preflight(request: IncomingMessage, response: ServerResponse, access: Access): void {
  const { refusal } = access.admit(senderFields(request));
  if (refusal === undefined) answerPreflight(request, response, access);
  else sendReply(response, refusal, access.commonHeaders);
}

function postListener(bodies: BodyReader, { access, rules }: ServerParts, answers: PostHandler): Listener {
  const common = access.commonHeaders;
  return (request, response) => {
    const fields = senderFields(request);
    const { refusal: wrongPlace, readOnlyOrigin, headers } = access.admit(fields);
    const client = rules.clients.behind(clientAt(request.socket.remoteAddress ?? ''), fields.forwardedFor);
    const unread = rules.unreadOf(request.socket).response();
    response.once('close', () => unread.release());
    const sender = { client, readOnlyOrigin, headers, unread };
    const refusal = wrongPlace ?? answers.refusal(sender, request.headers['content-type']);
    if (refusal !== undefined) return sendReply(response, refusal, common);
    bodies.read(request, (body) => {
      const reply = answers.answer(request.socket, sender, body);
      if (reply instanceof Promise) void reply.then((late) => sendReply(response, late, common, unread));
      else sendReply(response, reply, common, unread);
    });
  };
}
