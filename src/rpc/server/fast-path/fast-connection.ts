import type { Socket } from 'node:net';
import { type Client, LongText } from '../../types.ts';
import type { Admission } from '../access/access.ts';
import { clientAt } from '../access/client.ts';
import type { HttpReply } from '../http-reply.ts';
import type { ResponseTarget } from '../response-batcher.ts';
import type { UnreadBytes } from '../unread-responses.ts';
import type { RequestHead } from './request-head.ts';

/** A head, with what holds for its sender. */
export type AdmittedHead = RequestHead & { readonly admission: Admission };

/** What a connection needs of the server it came to. */
export interface FastConnectionServer {
  /** bytes of a body */
  readonly maxBody: number;
  /** The head before `end`; undefined when it is not plain. */
  headOf(bytes: Buffer, end: number): AdmittedHead | undefined;
  answer(connection: FastConnection, head: AdmittedHead, body: Uint8Array): HttpReply | Promise<HttpReply>;
  /** Writes the reply now or soon, after those before it. Answers whether the client keeps up. */
  send(connection: FastConnection, reply: HttpReply): boolean;
  /** Writes what is to be written soon. */
  sendAll(): void;
  /** Hands the connection to the whole parser, with what was read and not answered. */
  passOn(connection: FastConnection, unread: Buffer): void;
}

const endOfHead = Buffer.from('\r\n\r\n');
const noBytes = Buffer.alloc(0);
/** Bytes of requests that are kept here unanswered; a larger one goes to the whole parser at once. */
const patience = 64 * 1024;

/** A connection whose requests are plain enough to be answered without a whole HTTP parser. */
export class FastConnection implements ResponseTarget {
  readonly socket: Socket;
  readonly client: Client;
  /** where its responses are counted until they are read */
  readonly unread: UnreadBytes;
  readonly #server: FastConnectionServer;
  #unread: Buffer = noBytes;
  /** An answer is being computed, or one waits for the client to read. */
  #isBusy = false;
  #isEnding = false;
  /** The client sends nothing more, though it may still read. */
  #isClientDone = false;
  #isPassedOn = false;
  #hasAsked = false;
  #checks = 0;

  constructor(socket: Socket, unread: UnreadBytes, server: FastConnectionServer) {
    this.socket = socket;
    this.client = clientAt(socket.remoteAddress ?? '');
    this.unread = unread;
    this.#server = server;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore);
  }

  /** What it waits for: its own answer, the rest of a request, the first request, or the next. */
  get waitsFor(): 'answer' | 'rest' | 'first' | 'next' {
    if (this.#isBusy) return 'answer';
    if (this.#unread.length > 0) return 'rest';
    return this.#hasAsked ? 'next' : 'first';
  }

  /** Counts how often it was asked since it began to wait for what it waits for: bytes that trickle in do not count. */
  countChecks(): number {
    return this.#checks++;
  }

  /** Ends the connection as soon as what was asked, or has begun to be asked, is answered. */
  end(): void {
    this.#isEnding = true;
    this.#endIfDone();
  }

  /** Waits until the client has read, unless it waits for something already. */
  fallBehind(): void {
    if (this.#isBusy || this.#isPassedOn) return;
    this.#hold();
    this.socket.once('drain', () => this.#goOn());
  }

  /** Told that the client has read some of a long answer, or all. */
  progress(isDone: boolean): void {
    this.#checks = 0;
    this.unread.touch();
    if (isDone) this.#goOn();
  }

  passOn(): void {
    this.#isPassedOn = true;
    this.#server.sendAll();
    this.socket.off('data', this.#onData).off('end', this.#onEnd).off('error', ignore);
    this.#server.passOn(this, this.#unread);
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#unread.length === 0 && !this.#isBusy) this.#checks = 0;
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    if (!this.#isBusy) this.#answerAll();
    else if (this.#unread.length > patience) this.socket.pause();
    if (this.#isEnding) this.#endIfDone();
  };

  readonly #onEnd = (): void => {
    this.#isClientDone = true;
    if (!this.#isBusy) this.#unread = noBytes; // the rest of a request will not come now
    this.end();
  };

  /** Answers the requests that are there, in order, until one has to be waited for. */
  #answerAll(): void {
    while (this.#unread.length > 0 && !this.#isBusy) {
      const head = this.#head();
      if (head === undefined || !this.#isForHere(head)) {
        this.#leaveRest();
        return;
      }
      const end = head.size + head.contentLength;
      if (end > this.#unread.length) return;
      const body = this.#unread.subarray(head.size, end);
      this.#unread = end === this.#unread.length ? noBytes : this.#unread.subarray(end);
      this.#answer(head, body);
    }
  }

  /** To the whole parser, which cannot take over a connection whose end was read already. */
  #leaveRest(): void {
    if (this.#isClientDone) this.#unread = noBytes;
    else this.passOn();
  }

  /** Whether the body is allowed, and is there or so short that its rest may be waited for. */
  #isForHere({ size, contentLength }: RequestHead): boolean {
    return contentLength <= this.#server.maxBody && size + contentLength <= Math.max(patience, this.#unread.length);
  }

  #head(): AdmittedHead | undefined {
    const end = this.#unread.indexOf(endOfHead);
    return end < 0 ? undefined : this.#server.headOf(this.#unread, end);
  }

  #answer(head: AdmittedHead, body: Uint8Array): void {
    this.#hasAsked = true;
    this.#checks = 0;
    const reply = this.#server.answer(this, head, body);
    if (reply instanceof Promise) {
      this.#isBusy = true; // it goes on reading, to hear of a client that gives up
      void reply.then((late) => {
        this.#isBusy = false;
        this.#send(late);
        if (!this.#isBusy && !this.socket.destroyed) this.#goOn();
      });
    } else this.#send(reply);
  }

  #send(reply: HttpReply): void {
    if (this.socket.destroyed) return;
    if (this.#server.send(this, reply)) this.unread.release();
    else if (reply.body instanceof LongText) this.#hold();
    else this.fallBehind();
  }

  #hold(): void {
    this.#isBusy = true;
    this.socket.pause();
  }

  #goOn(): void {
    this.#isBusy = false;
    this.unread.release();
    this.#checks = 0;
    this.#answerAll();
    if (this.#isBusy || this.#isPassedOn) return;
    if (this.#isClientDone) this.#unread = noBytes;
    this.socket.resume();
    if (this.#isEnding) this.#endIfDone();
  }

  /** Closes both directions once all is written: a client that never closes its own must not hold the connection. */
  #endIfDone(): void {
    if (this.#isBusy || this.#isPassedOn || this.#unread.length > 0) return;
    this.#server.sendAll();
    this.socket.destroySoon();
  }
}

function ignore(): void {}
