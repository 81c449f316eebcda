import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Faults } from '../../primitives/faults.ts';
import { setTimeout } from '../../primitives/machine.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { inParts } from '../dispatch/long-text.ts';
import { createGuard, type Guard, passError } from '../guard.ts';
import type { LongText } from '../json-value.ts';
import type { Call, Session } from '../session.ts';
import { connectionClosed } from './connections.ts';
import type { MessageSocket } from './message-socket.ts';
import type { MessageSource } from './message-source.ts';
import { MessageWriter } from './message-writer.ts';
import type { BodyFault } from './request-body.ts';
import type { UnreadBytes, UnreadShare } from './unread-responses.ts';

/** WebSocket close codes (RFC 6455, 7.4.1, and the registry of IANA). */
const policyViolation = 1008;
const internalError = 1011;
export const tryAgainLater = 1013;
/** Milliseconds that a client has to complete the closing handshake. */
const closeTimeoutMs = 1000;
const openBracket = 0x5b;

/** Who opened the connection, and its share in the unread responses. */
export type SessionClient = Pick<Call, 'client' | 'readOnlyOrigin'> & { readonly unread: UnreadShare };

/** A message, and what handles it: `busy` when too many wait. */
export type OrderedMessage = {
  readonly body: Uint8Array;
  readonly handle: (body: Uint8Array | BodyFault) => void;
  readonly guard: Guard;
};

/** What becomes of the messages of a client. */
type MessageHandling = {
  readonly dispatch: Dispatch;
  /** writes long messages in turns */
  readonly mainThread: MainThread;
  /** has messages handled in their order, each at once or when it is the turn of this connection */
  readonly inOrder: (message: OrderedMessage) => void;
  /** stops reading from the client */
  readonly source: MessageSource;
  readonly faults: Faults;
};

/**
 * One connection for messages, a WebSocket or a local one: dispatches its requests, and sends notifications of methods.
 * What is thrown for it, also by the listeners of others to its end, closes this connection only.
 */
export class WebSocketSession implements Session {
  /** contains what is thrown while something is done for it, and closes it */
  readonly guard: Guard;
  readonly #socket: MessageSocket;
  /** what is below it */
  readonly #connection: Duplex;
  readonly #source: MessageSource;
  readonly #writer: MessageWriter;
  readonly #sender: SessionClient;
  readonly #maxUnreadBytes: number;
  /** notifications that must not be sent before the response to the batch that subscribed to them */
  readonly #held: (string | LongText)[] = [];
  #heldLength = 0;
  #runningBatches = 0;
  #running = 0;
  /** what to close with when no request runs any more */
  #ending: { readonly code: number; readonly reason: string } | undefined;
  readonly #closed = new AbortController();
  readonly #closeListeners: (() => void)[] = [];
  #isAlive = true;
  /** Nothing is sent any more. */
  #isClosing = false;
  /** The node has ended it, and handles none of its messages that wait. */
  #isEnded = false;

  /** `maxUnreadBytes`: bytes of messages that the client may leave unread */
  constructor(
    socket: MessageSocket,
    connection: Duplex,
    sender: SessionClient,
    { dispatch, mainThread, inOrder, source, faults }: MessageHandling,
    maxUnreadBytes: number,
  ) {
    setMaxListeners(0, this.#closed.signal); // each request that waits has one
    this.#socket = socket;
    this.#connection = connection;
    this.guard = createGuard(faults, 'websocket', () => this.end(internalError, 'unexpected error'));
    this.#source = source;
    const onProgress = () => {
      this.#isAlive = true;
    };
    const { network } = sender.client;
    const { guard } = this;
    this.#writer = new MessageWriter(socket, connection, { source, guard, mainThread, network, onProgress });
    this.#sender = sender;
    this.#maxUnreadBytes = maxUnreadBytes;
    connection.on('data', onProgress); // a pong waits behind a long message that the client is sending
    socket.once('close', () => this.#leave(mainThread));
    // after an error (a message too large, broken frames) the socket closes by itself
    socket.on('error', () => {});
    const handle = (body: Uint8Array | BodyFault) => this.#handle(body, dispatch);
    socket.on('message', (data) => inOrder({ body: toBytes(data), handle, guard }));
  }

  /** Bytes of messages that the client has not read, or that wait for the response to a batch. */
  get unread(): number {
    return this.#isClosing ? 0 : this.#writer.unread + this.#heldLength;
  }

  send(text: string | LongText): void {
    if (this.#isClosing) return;
    if (this.#runningBatches === 0) this.#write(text);
    else if (this.#heldLength > this.#maxUnreadBytes) this.end(policyViolation, 'too slow: messages pile up unread');
    else {
      this.#held.push(text);
      this.#heldLength += text.length;
    }
  }

  onClose(listener: () => void): void {
    this.#closeListeners.push(listener);
  }

  /** The client has gone. Thousands may at once, each with thousands of subscriptions: they are ended in turns. */
  #leave(mainThread: MainThread): void {
    this.#isClosing = true;
    const owner: Owner = { network: this.#sender.client.network, connection: this, hasLeft: false };
    mainThread.run('upkeep', owner, () => this.#notifyClosed(), passError(this.guard));
  }

  /** Calls those that listen to the end, each of which is contained. */
  #notifyClosed(): void {
    this.#isClosing = true;
    this.#closed.abort(connectionClosed);
    this.#held.length = 0;
    for (const listener of this.#closeListeners.splice(0)) this.guard(listener);
  }

  /** As `end`, and reads nothing more: what has arrived of a message is kept no longer. */
  drop(code: number, reason: string): void {
    this.end(code, reason);
    this.#connection.pause();
  }

  end(code: number, reason: string): void {
    this.#isEnded = true;
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref();
    this.#notifyClosed();
  }

  /** As `end`, when the requests that run have their responses. */
  endAfterResponses(code: number, reason: string): void {
    if (this.#running === 0) this.end(code, reason);
    else this.#ending = { code, reason };
  }

  /**
   * Sends a ping; closes the connection when the previous one was not answered, or nothing was read of a long response
   * since. While its messages wait for their turn, or for the rate limit, an answer could not be seen.
   */
  ping(): void {
    if (this.#socket.hasFrames === false) return; // who has left a local connection is known
    const isReading = this.#writer.isWritingLong || !this.#source.isPaused;
    if (this.#isAlive || !isReading) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  #write(text: string | LongText, unread?: UnreadBytes): void {
    if (this.#isClosing || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#writer.unread > this.#maxUnreadBytes) this.end(policyViolation, 'too slow: messages pile up unread');
    else this.#writer.write(text, unread);
  }

  /** A message that has arrived is handled even when its client has closed the connection: it may be a submission. */
  #handle(body: Uint8Array | BodyFault, dispatch: Dispatch): void {
    if (this.#isEnded) return;
    if (typeof body === 'string') {
      this.drop(tryAgainLater, 'too many messages wait (http.max-unfinished-bodies)');
      return;
    }
    const isBatch = body[0] === openBracket;
    this.#running++;
    if (isBatch) this.#runningBatches++;
    const { client, readOnlyOrigin } = this.#sender;
    const unread = this.#sender.unread.response();
    const reply = dispatch(body, { client, readOnlyOrigin, session: this, unread, signal: this.#closed.signal });
    if (reply instanceof Promise) this.guard(() => reply.then((text) => this.#finish(text, unread, isBatch)));
    else this.#finish(reply, unread, isBatch);
  }

  #finish(reply: Reply, unread: UnreadBytes, isBatch: boolean): void {
    if (reply !== undefined) this.#write(inParts(reply), unread);
    else {
      unread.release();
      unread.sentBy(this.#connection);
    }
    if (isBatch && --this.#runningBatches === 0) {
      this.#heldLength = 0;
      for (const message of this.#held.splice(0)) this.#write(message);
    }
    if (--this.#running === 0 && this.#ending !== undefined) this.end(this.#ending.code, this.#ending.reason);
  }
}

function toBytes(data: Buffer | ArrayBuffer | Buffer[]): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
