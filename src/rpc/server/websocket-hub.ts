import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { clientAt } from './client.ts';
import { isOriginAllowed } from './cors.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { slowDown } from './slow-down.ts';
import { WebSocketSession } from './websocket-session.ts';

export type WebSocketOptions = {
  /** 0 for no limit */
  readonly maxConnections: number;
  /** bytes of one message */
  readonly maxMessage: number;
  /** bytes that may wait for one slow reader */
  readonly maxUnread: number;
  /** milliseconds between two signs of life */
  readonly pingInterval: number;
  /** `*` for any, empty for none */
  readonly corsOrigin: string;
  /** Without one, everybody may ask as often as they like. */
  readonly limiter?: RateLimiter | undefined;
};

const goingAway = 1001;

/** The WebSocket connections of one interface, on however many ports they come in. */
export class WebSocketHub {
  readonly #options: WebSocketOptions;
  readonly #dispatch: Dispatch;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<WebSocketSession>();
  readonly #pings: NodeJS.Timeout;

  constructor(options: WebSocketOptions, dispatch: Dispatch) {
    this.#options = options;
    this.#dispatch = dispatch;
    this.#server = new WebSocketServer({ noServer: true, maxPayload: options.maxMessage, clientTracking: false });
    this.#pings = setInterval(() => this.#pingAll(), options.pingInterval).unref();
  }

  get connectionCount(): number {
    return this.#sessions.size;
  }

  /** Takes over a connection that asked to be upgraded, or refuses it. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = this.#refusal(request);
    if (refusal !== undefined) refuse(socket, refusal);
    else this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#open(webSocket, socket, request));
  }

  close(): void {
    clearInterval(this.#pings);
    for (const session of this.#sessions) session.end(goingAway, 'the node is shutting down');
  }

  #open(webSocket: WebSocket, connection: Duplex, request: IncomingMessage): void {
    const { maxUnread, limiter } = this.#options;
    const client = clientAt(request.socket.remoteAddress ?? '');
    const session = new WebSocketSession(webSocket, connection, client, this.#dispatch, maxUnread);
    if (limiter !== undefined) slowDown(webSocket, client, limiter);
    this.#sessions.add(session);
    session.onClose(() => this.#sessions.delete(session));
  }

  #refusal({ headers }: IncomingMessage): Refusal | undefined {
    const { maxConnections, corsOrigin } = this.#options;
    if (!isOriginAllowed(headers.origin, corsOrigin)) return { status: '403 Forbidden', reason: 'origin not allowed' };
    if (maxConnections === 0 || this.#sessions.size < maxConnections) return undefined;
    return { status: '503 Service Unavailable', reason: `all ${maxConnections} WebSocket connections are taken` };
  }

  #pingAll(): void {
    for (const session of this.#sessions) session.ping();
  }
}

type Refusal = { readonly status: string; readonly reason: string };

function refuse(socket: Duplex, { status, reason }: Refusal): void {
  const head = `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${reason.length + 1}`;
  socket.on('error', () => {});
  socket.end(`${head}\r\nconnection: close\r\n\r\n${reason}\n`);
}
