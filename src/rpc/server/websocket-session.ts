import { setMaxListeners } from 'node:events';
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Faults } from '../../primitives/faults.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { inParts } from '../dispatch/long-text.ts';
import { createGuard, type Guard, passError } from '../guard.ts';
import { LongText } from '../json-value.ts';
import type { Call, Session } from '../session.ts';
import type { MessageSource } from './message-source.ts';
import type { UnreadBytes, UnreadShare } from './unread-responses.ts';
import { writeInTurns } from './write-in-turns.ts';

/** WebSocket close codes (RFC 6455 section 7.4.1). */
const policyViolation = 1008;
const internalError = 1011;
/** Milliseconds that a client has to complete the closing handshake. */
const closeTimeoutMs = 1000;
const openBracket = 0x5b;

/** Who opened the connection, and its share in the unread responses. */
type SessionClient = Pick<Call, 'client' | 'readOnlyOrigin'> & { readonly unread: UnreadShare };

/** What becomes of the messages of a client. */
type MessageHandling = {
  readonly dispatch: Dispatch;
  /** writes long messages in turns */
  readonly mainThread: MainThread;
  /** calls back at once, or when it is the turn of this connection */
  readonly inTurn: (work: () => void, reject: (error: unknown) => void) => void;
  /** stops reading from the client */
  readonly source: MessageSource;
  readonly faults: Faults;
};

/**
 * One WebSocket connection: dispatches its requests, and sends notifications of methods. What is thrown for it, also by
 * the listeners of others to its end, closes this connection only.
 */
export class WebSocketSession implements Session {
  /** contains what is thrown while something is done for it, and closes it */
  readonly guard: Guard;
  readonly #socket: WebSocket;
  /** the stream below the WebSocket */
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
  #isClosing = false;

  /** `maxUnreadBytes`: bytes of messages that the client may leave unread */
  constructor(
    socket: WebSocket,
    connection: Duplex,
    sender: SessionClient,
    { dispatch, mainThread, inTurn, source, faults }: MessageHandling,
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
    socket.on('pong', onProgress);
    socket.once('close', () => this.#notifyClosed());
    // after an error (a message too large, broken frames) the socket closes by itself
    socket.on('error', () => {});
    const fail = passError(this.guard);
    socket.on('message', (data) => inTurn(() => this.#handle(data, dispatch), fail));
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

  /** Calls those that listen to the end, each of which is contained. */
  #notifyClosed(): void {
    this.#isClosing = true;
    this.#closed.abort();
    this.#held.length = 0;
    for (const listener of this.#closeListeners.splice(0)) this.guard(listener);
  }

  /** As `end`, and reads nothing more: what has arrived of a message is kept no longer. */
  drop(code: number, reason: string): void {
    this.end(code, reason);
    this.#connection.pause();
  }

  end(code: number, reason: string): void {
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

  #handle(data: RawData, dispatch: Dispatch): void {
    if (this.#isClosing) return;
    const body = toBytes(data);
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
    if (reply === undefined) unread.release();
    else this.#write(inParts(reply), unread);
    if (isBatch && --this.#runningBatches === 0) {
      this.#heldLength = 0;
      for (const message of this.#held.splice(0)) this.#write(message);
    }
    if (--this.#running === 0 && this.#ending !== undefined) this.end(this.#ending.code, this.#ending.reason);
  }
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

/** Whose messages are written. */
type WriterClient = {
  /** not read while a long message is written */
  readonly source: MessageSource;
  readonly guard: Guard;
  readonly mainThread: MainThread;
  readonly network: string;
  /** Called when the client has read a part of a long message. */
  readonly onProgress: () => void;
};

type Message = { readonly text: string | LongText; readonly unread: UnreadBytes | undefined };

/** Long responses are counted by their `unread`. */
function unreadLength({ text, unread }: Message): number {
  return typeof text === 'string' || unread === undefined ? text.length : 0;
}

/**
 * Writes messages to a WebSocket in order. A long message is sent in fragments (RFC 6455, 5.4), each of which is
 * created when the client has read those before it; until then no more requests are read from the client.
 */
class MessageWriter {
  readonly #socket: WebSocket;
  /** the stream below the WebSocket */
  readonly #connection: Duplex;
  readonly #client: WriterClient;
  readonly #owner: Owner;
  readonly #waiting: Message[] = [];
  #waitingLength = 0;
  #isWritingLong = false;

  constructor(socket: WebSocket, connection: Duplex, client: WriterClient) {
    this.#client = client;
    const isOpen = () => this.#isOpen();
    this.#owner = {
      network: client.network,
      connection,
      get hasLeft() {
        return !isOpen();
      },
    };
    this.#socket = socket;
    this.#connection = connection;
  }

  /** Bytes that the client has not read, without those of long responses and of the message that is being written. */
  get unread(): number {
    return this.#socket.bufferedAmount + this.#waitingLength;
  }

  get isWritingLong(): boolean {
    return this.#isWritingLong;
  }

  /** Writes a message now or after those before it; `unread` is released when the client has read it. */
  write(text: string | LongText, unread: UnreadBytes | undefined): void {
    if (this.#isWritingLong) {
      this.#waiting.push({ text, unread });
      this.#waitingLength += unreadLength({ text, unread });
    } else this.#writeNow({ text, unread });
  }

  #writeNow({ text, unread }: Message): void {
    if (text instanceof LongText) this.#writeLong(text, unread);
    else if (writeTextFrame(this.#connection, text)) unread?.release();
    else this.#socket.send(text, () => unread?.release());
  }

  #writeLong(text: LongText, unread: UnreadBytes | undefined): void {
    const { source, guard, mainThread, onProgress } = this.#client;
    this.#isWritingLong = true;
    source.pause();
    const end = () => {
      this.#socket.send('', { fin: true });
      this.#endLong(unread);
    };
    const isDone = writeInTurns(text, {
      mainThread,
      owner: this.#owner,
      guard,
      hasRoom: () => !this.#connection.writableNeedDrain,
      write: (part) => this.#socket.send(part, { fin: false }),
      onceRoom: (goOn) => this.#connection.once('drain', () => guard(goOn)),
      onProgress: (isEnd) => {
        onProgress();
        unread?.recordProgress();
        if (isEnd) end();
      },
    });
    if (isDone) end();
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #endLong(unread: UnreadBytes | undefined): void {
    unread?.release();
    this.#isWritingLong = false;
    this.#client.source.resume();
    while (!this.#isWritingLong) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#waitingLength -= unreadLength(next);
      this.#writeNow(next);
    }
  }
}

const maxShortPayload = 125;
/** longest payload whose length fits the two bytes of the middle form */
const maxMiddlePayload = 0xffff;

/**
 * Writes a whole text message of ASCII characters as one unmasked frame (RFC 6455, 5.2) with a single write: a server
 * that sends the same to many clients spends most of its time on writing. Returns false, with nothing written, when the
 * text is not ASCII or too long for this form.
 */
function writeTextFrame(connection: Duplex, text: string): boolean {
  const { length } = text;
  if (length > maxMiddlePayload || Buffer.byteLength(text) !== length) return false;
  const size =
    length <= maxShortPayload
      ? String.fromCharCode(length)
      : String.fromCharCode(maxShortPayload + 1, length >> 8, length & 0xff);
  connection.write(`\x81${size}${text}`, 'latin1');
  return true;
}
