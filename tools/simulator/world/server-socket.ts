import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import { limitRequests, type RequestParser } from './request-times.ts';
import type { Scheduler, SimulatedEvent } from './scheduler.ts';

/** What a socket of the server does to its client. */
export type SocketPeer = {
  /** Sends bytes; calls back when they have left the buffer of the server. */
  receive(bytes: Buffer, sent: () => void): void;
  /** The server sends nothing more. */
  receiveEnd(): void;
  /** The socket is gone. */
  onDestroyed(): void;
};

/** The server's side of a connection without a network: as a `net.Socket`, for all that servers use of one. */
export class ServerSocket extends Duplex {
  readonly remoteAddress: string;
  readonly #peer: SocketPeer;
  readonly #scheduler: Scheduler;
  /** what has arrived while nobody read; null is the end */
  readonly #arrived: (Buffer | null)[] = [];
  /** set where it is opened */
  declare server: Server;
  #parser: RequestParser | null = null;
  #isRead = false;
  #idle: SimulatedEvent | undefined;
  #idleMs = 0;

  constructor(scheduler: Scheduler, address: string, peer: SocketPeer) {
    super({ allowHalfOpen: true });
    this.#scheduler = scheduler;
    this.remoteAddress = address;
    this.#peer = peer;
  }

  get parser(): RequestParser | null {
    return this.#parser;
  }

  /** Node's HTTP server takes the socket, or leaves it. */
  set parser(parser: RequestParser | null) {
    this.#parser = parser;
    if (parser !== null) limitRequests(this.#scheduler, this, parser, this.server);
  }

  /** Its process is gone: the parser of Node's HTTP server would hold it, and with it the whole node. */
  release(): void {
    this.#parser?.close();
  }

  /** Bytes that the client has sent arrive; null when it sends nothing more. */
  arrive(bytes: Buffer | null): void {
    if (this.destroyed) return;
    this.#touch();
    this.#arrived.push(bytes);
    if (this.#isRead) this._read();
  }

  override _read(): void {
    this.#isRead = true;
    while (this.#isRead) {
      const bytes = this.#arrived.shift();
      if (bytes === undefined) return;
      this.#isRead = this.push(bytes);
    }
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#touch();
    this.#peer.receive(Buffer.from(chunk), () => {
      this.#touch();
      done();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#peer.receiveEnd();
    done();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (this.#idle !== undefined) this.#idle.isCancelled = true;
    this.#idleMs = 0;
    this.#peer.onDestroyed();
    done(error);
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    this.#idleMs = milliseconds;
    if (listener !== undefined) this.once('timeout', listener);
    this.#touch();
    return this;
  }

  #touch(): void {
    if (this.#idle !== undefined) this.#idle.isCancelled = true;
    if (this.#idleMs > 0)
      this.#idle = this.#scheduler.after(this.#idleMs, 'idle socket', () => void this.emit('timeout'));
  }
}
