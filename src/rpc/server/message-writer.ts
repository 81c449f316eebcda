import type { Duplex } from 'node:stream';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { Guard } from '../guard.ts';
import { LongText } from '../json-value.ts';
import type { MessageSocket } from './message-socket.ts';
import type { MessageSource } from './message-source.ts';
import type { UnreadBytes } from './unread-responses.ts';
import { writeInTurns } from './write-in-turns.ts';

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
export class MessageWriter {
  readonly #socket: MessageSocket;
  /** the stream below the WebSocket */
  readonly #connection: Duplex;
  readonly #client: WriterClient;
  readonly #owner: Owner;
  readonly #waiting: Message[] = [];
  #waitingLength = 0;
  #isWritingLong = false;

  constructor(socket: MessageSocket, connection: Duplex, client: WriterClient) {
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
    else {
      if (this.#socket.hasFrames !== false && writeTextFrame(this.#connection, text)) unread?.release();
      else this.#socket.send(text, () => unread?.release());
      unread?.sentBy(this.#connection);
    }
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
    unread?.sentBy(this.#connection);
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
