import type { Random } from '#qord/testing/random/random.ts';
import { situation } from '../situations.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { ServerSocket } from './server-socket.ts';

/** What a client hears of its connection. */
export type ConnectionListener = {
  onData(bytes: Buffer): void;
  /** The server has closed it, or is gone. Called once. */
  onClose(): void;
};

/** How bytes travel. */
export type WireManners = {
  /** milliseconds that a piece takes at most */
  readonly delayMs: number;
  /** probability that a message arrives in pieces */
  readonly isCut: number;
  /** milliseconds that the client takes to read what has arrived, at most */
  readonly readingMs: number;
};

/** The processes at the two ends, and the address of the client. */
type Ends = { readonly server: Process; readonly client: Process; readonly address: string };

/** The client's side of a connection: bytes travel in order, in pieces and with delays. */
export class Connection {
  readonly socket: ServerSocket;
  readonly #scheduler: Scheduler;
  readonly #random: Random;
  readonly #manners: () => WireManners;
  readonly #ends: Ends;
  readonly #listener: ConnectionListener;
  #toServerMs = 0;
  #toClientMs = 0;
  #isOpen = true;

  constructor(
    world: { readonly scheduler: Scheduler; readonly random: Random },
    ends: Ends,
    manners: () => WireManners,
    listener: ConnectionListener,
  ) {
    this.#scheduler = world.scheduler;
    this.#random = world.random;
    this.#manners = manners;
    this.#ends = ends;
    this.#listener = listener;
    this.socket = new ServerSocket(world.scheduler, ends.address, {
      receive: (bytes, sent) => this.#toClient(bytes, sent),
      receiveEnd: () => this.#atClient('end', () => this.#takeEnd()),
      onDestroyed: () => this.#atClient('close', () => this.#close()),
    });
  }

  get server(): Process {
    return this.#ends.server;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  send(bytes: Buffer): void {
    const { isCut } = this.#manners();
    let from = 0;
    while (from < bytes.length) {
      const isPiece = this.#random.chance(isCut);
      if (isPiece) situation('a message arrives in pieces');
      const end = isPiece ? from + 1 + this.#random.below(bytes.length - from) : bytes.length;
      const piece = bytes.subarray(from, end);
      this.#atServer(`${piece.length} bytes`, () => this.socket.arrive(piece));
      from = end;
    }
  }

  /** Sends nothing more, but reads. */
  end(): void {
    this.#atServer('end', () => this.socket.arrive(null));
  }

  /** Leaves without a word: what is under way is lost, and the server gets a reset. */
  leave(): void {
    if (!this.#isOpen) return;
    situation('a client leaves');
    this.#isOpen = false;
    this.#atServer('reset', () => {
      if (!this.socket.destroyed)
        this.socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
    });
  }

  /** The process of the server is gone. */
  lose(): void {
    this.#atClient('lost', () => this.#close());
  }

  #toClient(bytes: Buffer, sent: () => void): void {
    if (!this.#isOpen) {
      sent();
      return;
    }
    const { delayMs, readingMs } = this.#manners();
    this.#toClientMs = this.#arrival(this.#toClientMs, delayMs + readingMs);
    this.#at(this.#toClientMs, 'sent', sent, this.#ends.server);
    this.#at(this.#toClientMs, `${bytes.length} bytes from the server`, () => this.#receive(bytes), this.#ends.client);
  }

  #receive(bytes: Buffer): void {
    if (this.#isOpen) this.#listener.onData(bytes);
  }

  /** The server sends nothing more: neither does the client. */
  #takeEnd(): void {
    if (this.#isOpen) this.end();
    this.#close();
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#listener.onClose();
  }

  #atServer(label: string, action: () => void): void {
    this.#toServerMs = this.#arrival(this.#toServerMs, this.#manners().delayMs);
    this.#at(this.#toServerMs, label, action, this.#ends.server);
  }

  #atClient(label: string, action: () => void): void {
    this.#toClientMs = this.#arrival(this.#toClientMs, this.#manners().delayMs);
    this.#at(this.#toClientMs, label, action, this.#ends.client);
  }

  #at(timeMs: number, label: string, action: () => void, process: Process): void {
    this.#scheduler.after(timeMs - this.#scheduler.nowMs, label, action, process);
  }

  /** When the next piece arrives: never before the one before it. */
  #arrival(lastMs: number, mostMs: number): number {
    return Math.max(lastMs, this.#scheduler.nowMs + (this.#random.below(1_000) / 1_000) * mostMs);
  }
}
