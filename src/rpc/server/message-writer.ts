import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { LongText } from '../types.ts';
import type { UnreadBytes } from './unread-responses.ts';

type Message = { readonly text: string | LongText; readonly unread: UnreadBytes | undefined };

/**
 * Writes messages to a WebSocket in order. A long message is sent in fragments (RFC 6455, 5.4), each of which is created
 * when the client has read those before it; until then no more requests are read from the client.
 */
export class MessageWriter {
  readonly #socket: WebSocket;
  /** the stream below the WebSocket */
  readonly #connection: Duplex;
  readonly #waiting: Message[] = [];
  #waitingLength = 0;
  #isWritingLong = false;

  constructor(socket: WebSocket, connection: Duplex) {
    this.#socket = socket;
    this.#connection = connection;
  }

  /** Bytes that the client has not read, without those of long messages. */
  get unread(): number {
    return this.#socket.bufferedAmount + this.#waitingLength;
  }

  /** Writes a message now or after those before it; `unread` is released when the client has read it. */
  write(text: string | LongText, unread: UnreadBytes | undefined): void {
    if (this.#isWritingLong) {
      this.#waiting.push({ text, unread });
      if (typeof text === 'string') this.#waitingLength += text.length;
    } else this.#writeNow({ text, unread });
  }

  #writeNow({ text, unread }: Message): void {
    if (text instanceof LongText) this.#writeLong(text, unread);
    else if (writeTextFrame(this.#connection, text)) unread?.release();
    else this.#socket.send(text, () => unread?.release());
  }

  #writeLong(text: LongText, unread: UnreadBytes | undefined): void {
    this.#isWritingLong = true;
    this.#socket.pause();
    const parts = text.parts()[Symbol.iterator]();
    const writeMore = (): void => {
      if (this.#writeParts(parts)) this.#endLong(unread);
      else if (this.#isOpen()) {
        this.#connection.once('drain', () => {
          unread?.recordProgress();
          writeMore();
        });
      }
    };
    writeMore();
  }

  /** Writes until the client has to read first; returns whether all is written. */
  #writeParts(parts: Iterator<string>): boolean {
    while (this.#isOpen() && !this.#connection.writableNeedDrain) {
      const { value, done = false } = parts.next();
      this.#socket.send(done ? '' : value, { fin: done });
      if (done) return true;
    }
    return false;
  }

  #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #endLong(unread: UnreadBytes | undefined): void {
    unread?.release();
    this.#isWritingLong = false;
    this.#socket.resume();
    while (!this.#isWritingLong) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      if (typeof next.text === 'string') this.#waitingLength -= next.text.length;
      this.#writeNow(next);
    }
  }
}

const maxShortPayload = 125;
/** longest payload whose length fits the two bytes of the middle form */
const maxMiddlePayload = 0xffff;

/**
 * Writes a whole text message of ASCII characters as one unmasked frame (RFC 6455, 5.2) with a single write: a server that
 * sends the same to many clients spends most of its time on writing. Returns false, with nothing written, when the text is
 * not ASCII or too long for this form.
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
