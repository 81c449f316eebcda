import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../../primitives/settings.ts';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { type BodyFault, BodyReader } from './body-reader.ts';
import { answerPreflight, corsHeaders } from './cors.ts';
import { type CommonHeaders, type HttpReply, sendReply, textReply } from './http-reply.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requestCount } from './request-count.ts';
import type { TlsFiles } from './tls-files.ts';
import type { WebSocketHub } from './websocket-hub.ts';

export type ServerOptions = {
  readonly address: ListenAddress;
  /** bytes */
  readonly maxBody: number;
  /** milliseconds a client has for the headers, for a whole request, and between two requests */
  readonly headerTimeout: number;
  readonly requestTimeout: number;
  readonly idleTimeout: number;
  /** 0 for no limit */
  readonly maxConnections: number;
  /** `*` for any, empty for none */
  readonly corsOrigin: string;
  /** Serve https and wss with this certificate and key. */
  readonly tls?: TlsFiles | undefined;
  /** Answer a body that is no UTF-8 with status 400 instead of a JSON-RPC error. */
  readonly refuseInvalidUtf8?: boolean;
  /** content-type of JSON-RPC answers */
  readonly contentType?: string;
  /** bodies of answers with other status codes than 200 */
  readonly texts?: Partial<ServerTexts>;
};

export type ServerTexts = { readonly methodNotAllowed: string; readonly bodyTooLarge: string };

export type ServerParts = {
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
  const server = create(options, requestListener(options, parts));
  server.timeout = 2 * options.requestTimeout; // ends connections whose client has stopped reading
  if (options.maxConnections > 0) server.maxConnections = options.maxConnections;
  const { sockets } = parts;
  if (sockets !== undefined) server.on('upgrade', (request, socket, head) => sockets.accept(request, socket, head));
  const { address, port } = await listen(server, options.address);
  return { host: address, port, close: () => close(server) };
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

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

function requestListener(options: ServerOptions, parts: ServerParts): Listener {
  const common = corsHeaders(options.corsOrigin);
  const refuse = textReply(405, options.texts?.methodNotAllowed ?? 'Send JSON-RPC requests with POST.\n');
  const post = postListener(options, parts, common);
  return (request, response) => {
    const { method } = request;
    if (method === 'POST') return post(request, response);
    if (method === 'OPTIONS') return answerPreflight(request, response, common);
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    const isRead = method === 'GET' || method === 'HEAD';
    const found = isRead ? parts.page(path, request.headers.accept ?? '') : undefined;
    sendReply(response, found ?? refuse, found === undefined ? [...common, 'allow', 'POST, OPTIONS'] : common);
  };
}

function postListener(options: ServerOptions, { dispatch, limiter }: ServerParts, common: CommonHeaders): Listener {
  const { maxBody, refuseInvalidUtf8 = false, contentType = 'application/json' } = options;
  const refusals: Record<BodyFault, HttpReply> = {
    'too-large': textReply(413, options.texts?.bodyTooLarge ?? `The request body may have ${maxBody} bytes at most.\n`),
    busy: textReply(503, 'Too many large requests at once; try again.\n'),
  };
  const bodies = new BodyReader(maxBody);
  const closing = [...common, 'connection', 'close'];
  const send = (response: ServerResponse, reply: Reply) =>
    sendReply(response, { status: 200, contentType, body: reply ?? '' }, common);
  return (request, response) => {
    const address = limiter === undefined ? '' : (request.socket.remoteAddress ?? '');
    const wait = limiter?.wait(address) ?? 0;
    if (wait > 0) return sendReply(response, tooMany, [...common, 'retry-after', String(Math.ceil(wait / 1000))]);
    if (!isJson(request.headers['content-type'])) return sendReply(response, wrongType, common);
    bodies.read(request, (body) => {
      limiter?.charge(address, typeof body === 'string' ? 1 : requestCount(body));
      if (typeof body === 'string') return sendReply(response, refusals[body], closing);
      if (refuseInvalidUtf8 && !isUtf8(body)) return sendReply(response, notUtf8, common);
      const reply = dispatch(body, undefined);
      if (reply instanceof Promise) void reply.then((text) => send(response, text));
      else send(response, reply);
    });
  };
}

const tooMany = textReply(429, 'Too many requests from your address; see the header retry-after.\n');
const wrongType = textReply(415, 'The content-type must be application/json.\n');
const notUtf8 = textReply(400, 'The request body is not valid UTF-8.\n');
const jsonTypes = ['application/json', 'application/json-rpc', 'application/jsonrequest'];

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return contentType !== undefined;
  return jsonTypes.includes((contentType.split(';')[0] ?? '').trim().toLowerCase());
}
