import type { Socket } from 'node:net';
import type { HttpReply } from './http-reply.ts';

/** Whom an answer is for. */
export interface ResponseTarget {
  readonly socket: Socket;
  /** Told when more lies in the socket than its client reads. */
  fallBehind(): void;
}

/** Answers that leave together, and milliseconds the first of them waits for others. */
const mostTogether = 64;
const longestWait = 1;

/**
 * Short answers of many connections, which leave together once all that has arrived is answered. A write that wakes a
 * sleeping client costs more than a small read does: when answers leave together, it is awake after the first.
 */
export class ResponseBatcher {
  readonly #write: (socket: Socket, reply: HttpReply) => boolean;
  #waiting: { readonly asker: ResponseTarget; readonly reply: HttpReply }[] = [];
  #since = 0;

  /** `write` answers whether the client keeps up. */
  constructor(write: (socket: Socket, reply: HttpReply) => boolean) {
    this.#write = write;
  }

  add(asker: ResponseTarget, reply: HttpReply): void {
    const now = performance.now();
    if (this.#waiting.length === 0) {
      this.#since = now;
      setImmediate(() => this.leave());
    }
    this.#waiting.push({ asker, reply });
    if (this.#waiting.length >= mostTogether || now - this.#since > longestWait) this.leave();
  }

  /** Writes all of them. */
  leave(): void {
    const leaving = this.#waiting;
    this.#waiting = [];
    for (const { asker, reply } of leaving) {
      if (!asker.socket.destroyed && !this.#write(asker.socket, reply)) asker.fallBehind();
    }
  }
}
