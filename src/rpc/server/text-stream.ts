import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { goingAway, type MessageSocket, serviceRestart } from './message-socket.ts';

/** Bytes of a line that says why a connection is closed may be as many as a close frame of a WebSocket has. */
const line = (reason: string) =>
  `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message: reason } })}\n`;

/**
 * A local connection with JSON texts in both directions, as a WebSocket session uses it: it emits `message` for each that
 * arrives (`feedTexts`), `ended` when no more come, and `close`. Each text that it sends ends its line.
 */
export class TextStream extends EventEmitter implements MessageSocket {
  readonly hasFrames = false;
  readonly OPEN = 1;
  readonly #connection: Socket;
  #isClosing = false;

  constructor(connection: Socket) {
    super();
    this.#connection = connection;
    connection.on('error', () => {}); // the client has gone, and the connection closes by itself
    connection.on('end', () => this.emit('ended'));
    connection.once('close', () => this.emit('close'));
  }

  get readyState(): number {
    return this.#isClosing || this.#connection.destroyed ? 3 : this.OPEN;
  }

  get bufferedAmount(): number {
    return this.#connection.writableLength;
  }

  /** Sends a text, or a part of one that is not the last. */
  send(text: string, how: (() => void) | { readonly fin: boolean }): void {
    if (typeof how === 'function') this.#connection.write(`${text}\n`, how);
    else this.#connection.write(how.fin ? `${text}\n` : text);
  }

  /** A local client that is gone has closed its connection. */
  ping(): void {}

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  /** Says why, except where the node ends or begins another network. */
  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    if (code === goingAway || code === serviceRestart) this.#connection.end();
    else this.#connection.end(line(reason));
  }

  terminate(): void {
    this.#connection.destroy();
  }
}
