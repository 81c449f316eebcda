import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { inParts } from '../dispatch/long-text.ts';
import type { Call, LongText, Session } from '../types.ts';
import { MessageWriter } from './message-writer.ts';
import type { UnreadBytes, UnreadShare } from './unread-responses.ts';

/** WebSocket close codes (RFC 6455 section 7.4.1). */
const policyViolation = 1008;
/** Milliseconds that a client has to complete the closing handshake. */
const closeTimeout = 1000;
const openBracket = 0x5b;

/** Who opened the connection, and its share in the unread responses. */
type SessionClient = Pick<Call, 'client' | 'readOnlyOrigin'> & { readonly unread: UnreadShare };

/** What becomes of the messages of a client. */
type MessageHandling = {
  readonly dispatch: Dispatch;
  /** calls back at once, or when it is the turn of this connection */
  readonly inTurn: (work: () => void) => void;
};

/** One WebSocket connection: dispatches its requests, and sends notifications of methods. */
export class WebSocketSession implements Session {
  readonly #socket: WebSocket;
  readonly #writer: MessageWriter;
  readonly #sender: SessionClient;
  readonly #maxUnread: number;
  /** notifications that must not be sent before the response to the batch that subscribed to them */
  readonly #held: string[] = [];
  #heldLength = 0;
  #runningBatches = 0;
  readonly #closed = new AbortController();
  #isAlive = true;
  #isClosing = false;

  /** `maxUnread`: bytes of messages that the client may leave unread */
  constructor(
    socket: WebSocket,
    connection: Duplex,
    sender: SessionClient,
    { dispatch, inTurn }: MessageHandling,
    maxUnread: number,
  ) {
    this.#socket = socket;
    this.#writer = new MessageWriter(socket, connection);
    this.#sender = sender;
    this.#maxUnread = maxUnread;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    socket.once('close', () => this.#closed.abort());
    // after an error (a message too large, broken frames) the socket closes by itself
    socket.on('error', () => {});
    socket.on('message', (data) => inTurn(() => this.#handle(data, dispatch)));
  }

  /** Bytes of messages that the client has not read, or that wait for the response to a batch. */
  get unread(): number {
    return this.#isClosing ? 0 : this.#writer.unread + this.#heldLength;
  }

  send(text: string): void {
    if (this.#isClosing) return;
    if (this.#runningBatches === 0) this.#write(text);
    else if (this.#heldLength > this.#maxUnread) this.end(policyViolation, 'too slow: messages pile up unread');
    else {
      this.#held.push(text);
      this.#heldLength += text.length;
    }
  }

  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  end(code: number, reason: string): void {
    this.#isClosing = true;
    this.#closed.abort();
    this.#held.length = 0;
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeout).unref();
  }

  /** Sends a ping; closes the connection when the previous one was not answered. */
  ping(): void {
    if (this.#isAlive) this.#socket.ping();
    else this.#socket.terminate();
    this.#isAlive = false;
  }

  #write(text: string | LongText, unread?: UnreadBytes): void {
    if (this.#isClosing || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#writer.unread > this.#maxUnread) this.end(policyViolation, 'too slow: messages pile up unread');
    else this.#writer.write(text, unread);
  }

  #handle(data: RawData, dispatch: Dispatch): void {
    if (this.#isClosing) return;
    const body = toBytes(data);
    const isBatch = body[0] === openBracket;
    if (isBatch) this.#runningBatches++;
    const { client, readOnlyOrigin } = this.#sender;
    const unread = this.#sender.unread.response();
    const reply = dispatch(body, { client, readOnlyOrigin, session: this, unread, signal: this.#closed.signal });
    if (reply instanceof Promise) void reply.then((text) => this.#finish(text, unread, isBatch));
    else this.#finish(reply, unread, isBatch);
  }

  #finish(reply: Reply, unread: UnreadBytes, isBatch: boolean): void {
    if (reply === undefined) unread.release();
    else this.#write(inParts(reply), unread);
    if (!isBatch) return;
    this.#runningBatches--;
    if (this.#runningBatches > 0) return;
    this.#heldLength = 0;
    for (const message of this.#held.splice(0)) this.#write(message);
  }
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}
