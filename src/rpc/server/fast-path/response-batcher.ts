import type { Socket } from 'node:net';
import { elapsedMs, setImmediate } from '../../../primitives/machine.ts';
import type { Guard } from '../../guard.ts';
import type { HttpReply } from '../http-reply.ts';

/** The connection that a response is for. */
export interface ResponseTarget {
  readonly socket: Socket;
  /** contains what is thrown while it is served */
  readonly guard: Guard;
  /** Called when the socket holds more than its client reads. */
  onFullSocket(): void;
}

/** Responses that are written together at most, and the milliseconds that the first of them may wait. */
const maxBatch = 64;
const maxWaitMs = 1;

/**
 * Writes the short responses of many connections together, once all requests that have arrived are served. A write that
 * wakes a sleeping client costs more than a small read; when the responses are written together, the client is awake
 * after the first of them.
 */
export class ResponseBatcher {
  readonly #write: (socket: Socket, reply: HttpReply) => boolean;
  #waiting: { readonly target: ResponseTarget; readonly reply: HttpReply }[] = [];
  #since = 0;

  /** `write` returns false when the socket is full, like `socket.write`. */
  constructor(write: (socket: Socket, reply: HttpReply) => boolean) {
    this.#write = write;
  }

  add(target: ResponseTarget, reply: HttpReply): void {
    const now = elapsedMs();
    if (this.#waiting.length === 0) {
      this.#since = now;
      setImmediate(() => this.flush());
    }
    this.#waiting.push({ target, reply });
    if (this.#waiting.length >= maxBatch || now - this.#since > maxWaitMs) this.flush();
  }

  /** Writes all of them. */
  flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    for (const { target, reply } of batch) {
      if (target.socket.destroyed) continue;
      target.guard(() => {
        if (!this.#write(target.socket, reply)) target.onFullSocket();
      });
    }
  }
}
