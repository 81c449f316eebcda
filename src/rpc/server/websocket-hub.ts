import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { clearInterval, clearTimeout, setInterval, setTimeout, type Timer } from '../../primitives/machine.ts';
import { inSteps } from '../../primitives/steps.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { Dispatch } from '../dispatch/dispatcher.ts';
import { createGuard, type Guard, passError } from '../guard.ts';
import type { Client } from '../session.ts';
import type { Access } from './access/access.ts';
import { clientAt } from './access/client.ts';
import { hostFault, senderFields } from './access/request-headers.ts';
import type { ConnectionRules } from './connections.ts';
import { feedTexts } from './feed-texts.ts';
import { type HttpReply, replyText, textReply } from './http-reply.ts';
import { goingAway, type MessageSocket, serviceRestart } from './message-socket.ts';
import { MessageSource } from './message-source.ts';
import { type RateLimiter, requestCount } from './rate-limiter.ts';
import { RequestOrder } from './request-order.ts';
import { TextStream } from './text-stream.ts';
import { feedMessages } from './unfinished-message.ts';
import { type OrderedMessage, type SessionClient, tryAgainLater, WebSocketSession } from './websocket-session.ts';

export type WebSocketOptions = {
  /** 0 for no limit */
  readonly maxConnections: number;
  /** bytes of one message */
  readonly maxMessageBytes: number;
  /** bytes of messages that one client may leave unread */
  readonly maxUnreadBytes: number;
  /** bytes that all clients together may leave unread */
  readonly maxUnreadTogetherBytes: number;
  /** milliseconds in which a whole message must arrive */
  readonly messageTimeoutMs: number;
  /** milliseconds between two pings */
  readonly pingIntervalMs: number;
  readonly access: Access;
  readonly rules: ConnectionRules;
  /** undefined: no rate limit */
  readonly limiter?: RateLimiter | undefined;
};

/** Pings between two looks at the clock, some hundredths of a millisecond each. */
const pingsPerStep = 16;
/** Milliseconds that running requests have when the node stops. */
const closeTimeoutMs = 1000;

/** Milliseconds between two checks of the unread messages, which grow by some 100 MB a second at most. */
const checkIntervalMs = 100;
/** Chunks in which one message may arrive: of 5 MB, in the smallest packets that networks use. `ws` joins them in quadratic time. */
const maxChunks = 8192;
/** Frames of one message: of 5 MB, in fragments of 4 kB. */
const maxFragments = 2048;

/** A program on this machine counts as one that connects by TCP. */
export const localClient = clientAt('127.0.0.1');

const tooMany = (most: number) => `all ${most} WebSocket connections are taken (max-open-connections)`;

/** Passes what arrives: as `feedMessages` without its limits. */
type Feeding = (
  source: MessageSource,
  later: (work: () => void) => void,
  drop: (reason: string) => void,
) => () => boolean;

/** The connections of one interface for messages: WebSockets, from all of its ports, and local ones. */
export class WebSocketHub {
  readonly #options: WebSocketOptions;
  readonly #dispatch: Dispatch;
  readonly #order: RequestOrder;
  readonly #server: WebSocketServer;
  readonly #sessions = new Set<WebSocketSession>();
  readonly #pings: Timer;
  readonly #checks: Timer;

  constructor(options: WebSocketOptions, dispatch: Dispatch) {
    this.#options = options;
    this.#dispatch = dispatch;
    this.#order = new RequestOrder(options.rules.mainThread, options.rules.unfinished);
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false, // a kilobyte may hold a megabyte
      maxPayload: options.maxMessageBytes,
      maxBufferedChunks: maxChunks,
      maxFragments,
    });
    this.#pings = setInterval(() => this.#pingAll(), options.pingIntervalMs).unref();
    this.#checks = setInterval(
      () => closeSlowest(this.#sessions, options.maxUnreadTogetherBytes),
      checkIntervalMs,
    ).unref();
  }

  get connectionCount(): number {
    return this.#sessions.size;
  }

  /** Completes the handshake of a connection that requested an upgrade, or rejects it. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const rejection = this.#reject(request);
    if (rejection !== undefined) {
      sendAndClose(socket, rejection);
      return;
    }
    const guard = createGuard(this.#options.rules.faults, 'upgrade', () => socket.destroy());
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      guard(() => this.#open(webSocket, socket, request));
    });
  }

  /** Gives running requests a second to end, then closes all connections. */
  close(): void {
    clearInterval(this.#pings);
    clearInterval(this.#checks);
    const reason = 'the node is shutting down';
    for (const session of this.#sessions) session.endAfterResponses(goingAway, reason);
    const endAll = () => {
      for (const session of this.#sessions) session.end(goingAway, reason);
    };
    setTimeout(endAll, closeTimeoutMs).unref();
  }

  /** Closes all connections when their running requests have their responses: what they are subscribed to has ended. */
  endSubscriptions(reason: string): void {
    for (const session of this.#sessions) session.endAfterResponses(serviceRestart, reason);
  }

  #open(webSocket: WebSocket, connection: Duplex, request: IncomingMessage): void {
    const { access, rules, messageTimeoutMs } = this.#options;
    const fields = senderFields(request);
    const { readOnlyOrigin } = access.admit(fields);
    const client = rules.clients.behind(clientAt(request.socket.remoteAddress ?? ''), fields.forwardedFor);
    const sender = { client, readOnlyOrigin, unread: rules.unreadOf(request.socket) };
    const limits = { share: rules.unfinished.share(client), timeoutMs: messageTimeoutMs };
    this.#serve(webSocket, connection, sender, (source, later, drop) =>
      feedMessages(connection, source, limits, later, drop),
    );
  }

  /** Serves a local connection, whose client is a program on this machine. */
  openLocal(connection: Socket): void {
    const { rules, messageTimeoutMs: timeoutMs, maxMessageBytes: maxBytes, maxConnections: most } = this.#options;
    const stream = new TextStream(connection);
    if (most > 0 && this.#sessions.size >= most) {
      stream.close(tryAgainLater, tooMany(most));
      return;
    }
    const sender = { client: localClient, readOnlyOrigin: undefined, unread: rules.unreadOf(connection) };
    const limits = { share: rules.unfinished.share(localClient), timeoutMs, maxBytes };
    const { session, inOrder } = this.#serve(stream, connection, sender, (source, later, drop) =>
      feedTexts(stream, connection, source, limits, later, drop),
    );
    const end = () => session.endAfterResponses(goingAway, 'the client has ended');
    stream.once('ended', () => inOrder({ body: new Uint8Array(), handle: end, guard: session.guard }));
  }

  #serve(socket: MessageSocket, connection: Duplex, sender: SessionClient, feedOf: Feeding) {
    const { maxUnreadBytes, limiter, rules } = this.#options;
    const { client } = sender;
    const source: MessageSource = new MessageSource({
      pause: () => socket.pause(),
      resume: () => session.guard(() => Promise.resolve().then(readOn)), // when the message is handled whose turn it is
    });
    const owner = messagesOf(source, client);
    const handling = {
      dispatch: this.#dispatch,
      mainThread: rules.mainThread,
      inOrder: (message: OrderedMessage) => this.#order.run(owner, client, message),
      source,
      faults: rules.faults,
    };
    const session = new WebSocketSession(socket, connection, sender, handling, maxUnreadBytes);
    const readOn = () => {
      if (feed() && connection.readableEnded) endOnce();
      else if (!source.isPaused) socket.resume();
    };
    const later = (work: () => void) => rules.mainThread.runLater('request', owner, work, passError(session.guard));
    const feed = feedOf(source, later, (reason) => session.drop(tryAgainLater, reason));
    if (limiter !== undefined) throttleWebSocket(socket, source, client, limiter);
    const endOnce = endInTurns(connection, client, rules.mainThread, session.guard);
    connection.once('end', () => feed() && endOnce()); // also when it is paused, with messages that wait
    this.#sessions.add(session);
    socket.once('close', () => this.#sessions.delete(session));
    return { session, inOrder: handling.inOrder };
  }

  #reject(request: IncomingMessage): HttpReply | undefined {
    const { maxConnections, access } = this.#options;
    const rejection = hostFault(request) ?? access.admit(senderFields(request)).rejection;
    if (rejection !== undefined) return rejection;
    if (maxConnections === 0 || this.#sessions.size < maxConnections) return undefined;
    return textReply(503, `${tooMany(maxConnections)}\n`);
  }

  /** Ten thousand pings take some hundred milliseconds. */
  #pingAll(): void {
    const owner = { network: 'node', connection: this, hasLeft: false };
    const ping = (session: WebSocketSession) => session.guard(() => session.ping());
    void this.#options.rules.mainThread.runSteps('upkeep', owner, () => inSteps(this.#sessions, pingsPerStep, ping));
  }
}

/** The loop need not ask whether the connection has ended: its session drops the messages of one that the node has ended. */
function messagesOf(source: MessageSource, { network }: Client): Owner {
  return {
    network,
    connection: source,
    hasLeft: false,
    pause: () => source.pause(),
    resume: () => source.resume(),
  };
}

/** Has those who follow the end of a connection do it in turns: thousands of clients may close theirs at once. */
function endInTurns(connection: Duplex, { network }: Client, mainThread: MainThread, guard: Guard): () => void {
  const owner: Owner = {
    network,
    connection,
    get hasLeft() {
      return connection.destroyed;
    },
  };
  const listeners = connection.listeners('end');
  connection.removeAllListeners('end');
  const end = () => {
    for (const listener of listeners.splice(0)) listener.call(connection);
  };
  return () => mainThread.run('upkeep', owner, end, passError(guard));
}

function sendAndClose(socket: Duplex, reply: HttpReply): void {
  socket.on('error', () => {});
  socket.end(replyText(reply, 'connection: close\r\n'));
}

/**
 * Keeps a connection to the rate limit of its client: after one message too many, nothing is read from the connection
 * until the client may send again. No request is lost; it waits on the side of the client.
 */
function throttleWebSocket(socket: MessageSocket, source: MessageSource, client: Client, limiter: RateLimiter): void {
  let pause: Timer | undefined;
  socket.on('message', (data) => {
    limiter.charge(client, data instanceof Buffer ? requestCount(data) : 1);
    const wait = limiter.wait(client);
    if (wait === 0 || pause !== undefined) return;
    source.pause();
    pause = setTimeout(() => {
      pause = undefined;
      source.resume();
    }, wait);
  });
  socket.on('close', () => clearTimeout(pause));
}

type Subscriber = Pick<WebSocketSession, 'unread' | 'end'>;

/** When more than `limit` bytes are unread, closes the connections with the most, until half of the limit is free. */
export function closeSlowest(sessions: Iterable<Subscriber>, limit: number): void {
  const behind: { readonly session: Subscriber; readonly unread: number }[] = [];
  let total = 0;
  for (const session of sessions) {
    const { unread } = session;
    total += unread;
    if (unread > 0) behind.push({ session, unread });
  }
  if (total <= limit) return;
  behind.sort((left, right) => right.unread - left.unread);
  for (const { session, unread } of behind) {
    if (total <= limit / 2) return;
    session.end(tryAgainLater, 'too slow: messages of all connections pile up unread (max-unread-messages)');
    total -= unread;
  }
}
