import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import type { Access } from './access/access.ts';
import { clientAt } from './access/client.ts';
import { hostFault, senderFields } from './access/sender-fields.ts';
import type { ConnectionRules } from './connection-rules.ts';
import { type HttpReply, replyText, textReply } from './http-reply.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { endSlowest } from './slow-readers.ts';
import { WebSocketSession } from './websocket-session.ts';
import { throttleWebSocket } from './websocket-throttle.ts';

export type WebSocketOptions = {
  /** 0 for no limit */
  readonly maxConnections: number;
  /** bytes of one message */
  readonly maxMessage: number;
  /** bytes that may wait for one slow reader */
  readonly maxUnread: number;
  /** bytes that may wait for all slow readers together */
  readonly maxUnreadTogether: number;
  /** milliseconds between two signs of life */
  readonly pingInterval: number;
  readonly access: Access;
  readonly rules: ConnectionRules;
  /** Without one, everybody may ask as often as they like. */
  readonly limiter?: RateLimiter | undefined;
};

const goingAway = 1001;
/** Milliseconds between two looks at what waits to be read: it grows by some 100 MB a second at most. */
const checkInterval = 100;

/** The WebSocket connections of one interface, on however many ports they come in. */
export class WebSocketHub {
  readonly #options: WebSocketOptions;
  readonly #dispatch: Dispatch;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<WebSocketSession>();
  readonly #pings: NodeJS.Timeout;
  readonly #checks: NodeJS.Timeout;

  constructor(options: WebSocketOptions, dispatch: Dispatch) {
    this.#options = options;
    this.#dispatch = dispatch;
    this.#server = new WebSocketServer({ noServer: true, maxPayload: options.maxMessage, clientTracking: false });
    this.#pings = setInterval(() => this.#pingAll(), options.pingInterval).unref();
    this.#checks = setInterval(() => endSlowest(this.#sessions, options.maxUnreadTogether), checkInterval).unref();
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
    clearInterval(this.#checks);
    for (const session of this.#sessions) session.end(goingAway, 'the node is shutting down');
  }

  #open(webSocket: WebSocket, connection: Duplex, request: IncomingMessage): void {
    const { maxUnread, limiter, access, rules } = this.#options;
    const fields = senderFields(request);
    const { readOnlyOrigin } = access.admit(fields);
    const client = rules.clients.behind(clientAt(request.socket.remoteAddress ?? ''), fields.forwardedFor);
    const unread = rules.unreadOf(request.socket);
    const asker = { client, readOnlyOrigin, unread };
    const session = new WebSocketSession(webSocket, connection, asker, this.#dispatch, maxUnread);
    if (limiter !== undefined) throttleWebSocket(webSocket, client, limiter);
    this.#sessions.add(session);
    session.onClose(() => this.#sessions.delete(session));
  }

  #refusal(request: IncomingMessage): HttpReply | undefined {
    const { maxConnections, access } = this.#options;
    const refusal = hostFault(request) ?? access.admit(senderFields(request)).refusal;
    if (refusal !== undefined) return refusal;
    if (maxConnections === 0 || this.#sessions.size < maxConnections) return undefined;
    return textReply(503, `all ${maxConnections} WebSocket connections are taken (max-open-connections)\n`);
  }

  #pingAll(): void {
    for (const session of this.#sessions) session.ping();
  }
}

function refuse(socket: Duplex, reply: HttpReply): void {
  socket.on('error', () => {});
  socket.end(replyText(reply, 'connection: close\r\n'));
}
