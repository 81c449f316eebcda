import type { Socket } from 'node:net';
import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import type { MainThread } from '../../../scheduling/main-thread.ts';
import type { Owner } from '../../../scheduling/owner.ts';
import { type Guard, passError } from '../../guard.ts';
import { LongText } from '../../json-value.ts';
import type { Client } from '../../session.ts';
import type { Admission } from '../access/access.ts';
import { clientAt } from '../access/client.ts';
import type { ConnectionRules } from '../connections.ts';
import type { HttpReply } from '../http-reply.ts';
import type { UnfinishedShare } from '../unfinished-bytes.ts';
import type { UnreadBytes } from '../unread-responses.ts';
import type { RequestHead } from './request-head.ts';
import type { ResponseTarget } from './response-batcher.ts';

/** A request head, with what access decided about it. */
export type AdmittedHead = RequestHead & { readonly admission: Admission };

/** What a connection needs of its server. */
export interface FastConnectionServer {
  /** bytes of a body */
  readonly maxBodyBytes: number;
  /** handles requests */
  readonly mainThread: MainThread;
  /** The request head before `end`; undefined when the parser of Node has to read it. */
  headOf(bytes: Buffer, end: number): AdmittedHead | undefined;
  handle(connection: FastConnection, head: AdmittedHead, body: Uint8Array): MaybePromise<HttpReply>;
  /** Writes the reply now, or soon together with others. Returns false when the socket is full. */
  send(connection: FastConnection, reply: HttpReply): boolean;
  /** Writes the replies that wait. */
  flush(): void;
  /** Passes the connection to the parser of Node, with the bytes that were read and belong to no response. */
  passOn(connection: FastConnection, unread: Buffer): void;
}

type Counters = Pick<ConnectionRules, 'unreadOf' | 'unfinished'>;

const endOfHead = Buffer.from('\r\n\r\n');
const noBytes = Buffer.alloc(0);
/** Bytes of unanswered requests that are buffered here; the parser of Node gets larger requests at once. */
const maxBufferedBytes = 64 * 1024;
/** Bytes of an incomplete head that are kept here for a second at most; the parser of Node gets longer ones at once. */
const maxHeadBytes = 4096;

/** A connection with plain requests, which are served one after the other without the parser of Node. */
export class FastConnection implements ResponseTarget, Owner {
  readonly socket: Socket;
  readonly client: Client;
  /** counts its responses until they are read */
  readonly unread: UnreadBytes;
  /** counts what has arrived and has not been handled */
  readonly unfinished: UnfinishedShare;
  /** contains what is thrown while it is served, and closes it */
  readonly guard: Guard;
  /** Network of the peer */
  readonly network: string;
  readonly #server: FastConnectionServer;
  readonly #fail: (error: unknown) => void;
  #unread: Buffer = noBytes;
  /** A response is being computed, or waits for the client to read. */
  #isBusy = false;
  #isEnding = false;
  /** The client sends nothing more, but may still read. */
  #isHalfClosed = false;
  #isPassedOn = false;
  #hasRequested = false;
  #checks = 0;

  constructor(socket: Socket, { unreadOf, unfinished }: Counters, guard: Guard, server: FastConnectionServer) {
    this.socket = socket;
    this.guard = guard;
    this.#fail = passError(guard);
    this.client = clientAt(socket.remoteAddress ?? '');
    this.network = this.client.network;
    this.unread = unreadOf(socket).response();
    this.unfinished = unfinished.share(this.client);
    this.#server = server;
    socket.on('data', this.#onData).on('end', this.#onEnd).on('error', ignore);
  }

  get connection(): Socket {
    return this.socket;
  }

  get hasLeft(): boolean {
    return this.socket.destroyed;
  }

  /** What it waits for: a response, the rest of a request, the first request, or the next one. */
  get waitsFor(): 'response' | 'rest' | 'first' | 'next' {
    if (this.#isBusy) return 'response';
    if (this.#unread.length > 0) return 'rest';
    return this.#hasRequested ? 'next' : 'first';
  }

  /** Number of calls since it began to wait; bytes that trickle in do not reset it. */
  countChecks(): number {
    return this.#checks++;
  }

  /** Ends the connection as soon as all requests that have begun to arrive have their responses. */
  end(): void {
    this.#isEnding = true;
    this.#endIfDone();
  }

  /** Serves no more requests until the client has read, unless it waits for something already. */
  onFullSocket(): void {
    if (this.#isBusy || this.#isPassedOn) return;
    this.#pause();
    this.socket.once('drain', this.#onDrain);
  }

  /** Called when the client has read a part of a long response, or all of it. */
  onProgress(isDone: boolean): void {
    this.#checks = 0;
    this.unread.recordProgress();
    if (isDone) this.#resume();
  }

  passOn(): void {
    this.#isPassedOn = true;
    this.#server.flush();
    this.socket.off('data', this.#onData).off('end', this.#onEnd); // errors are ignored until the parser has its turn
    const unread = this.#unread;
    this.#unread = noBytes; // this object lives as long as the socket
    this.unfinished.release();
    this.#server.passOn(this, unread);
  }

  readonly #onDrain = (): void => this.guard(() => this.#resume());

  readonly #onData = (chunk: Buffer): void => this.guard(() => this.#receive(chunk));

  #receive(chunk: Buffer): void {
    if (this.#unread.length === 0 && !this.#isBusy) this.#checks = 0;
    this.#unread = this.#unread.length === 0 ? chunk : Buffer.concat([this.#unread, chunk]);
    if (!this.#isBusy) this.#handleAll();
    else if (this.#unread.length > maxBufferedBytes) this.socket.pause();
    this.#count();
    if (this.#isEnding) this.#endIfDone();
  }

  /** Counts what waits. Without room nothing more is read of it, or the parser of Node gets it, which rejects it. */
  #count(): void {
    const { length } = this.#unread;
    if (this.unfinished.hold(length > maxHeadBytes ? length : 0) === undefined) return;
    if (this.#isBusy) this.socket.pause();
    else this.#passOnRest();
  }

  readonly #onEnd = (): void => {
    this.#isHalfClosed = true;
    if (!this.#isBusy) this.#unread = noBytes; // the rest of a request will never arrive
    // thousands may end at once
    this.#server.mainThread.run('upkeep', this, () => this.guard(() => this.end()), ignore);
  };

  /**
   * Serves the buffered requests in order, until one is incomplete, its response takes time, or it is the turn of
   * others. `isTurn`: one may be served now.
   */
  #handleAll(isTurn = false): void {
    for (let served = 0; this.#unread.length > 0 && !this.#isBusy; served++) {
      if (isTurn ? served > 0 : !this.#server.mainThread.isOpen('request')) {
        this.#isBusy = true;
        this.#server.mainThread.runLater('request', this, this.#takeTurn, ignore);
        return;
      }
      const endOfThisHead = this.#unread.indexOf(endOfHead);
      if (endOfThisHead < 0 && this.#unread.length <= maxHeadBytes) return; // the rest of it may be in the next segment
      const head = endOfThisHead < 0 ? undefined : this.#server.headOf(this.#unread, endOfThisHead);
      if (head === undefined || !this.#fits(head)) {
        this.#passOnRest();
        return;
      }
      const end = head.size + head.contentLength;
      if (end > this.#unread.length) return;
      const body = this.#unread.subarray(head.size, end);
      this.#unread = end === this.#unread.length ? noBytes : this.#unread.subarray(end);
      if (isTurn) this.#handle(head, body);
      else this.#server.mainThread.run('request', this, () => this.#handle(head, body), this.#fail);
    }
  }

  /** The parser of Node cannot take over a connection whose end was already read. */
  #passOnRest(): void {
    if (this.#isHalfClosed) this.#unread = noBytes;
    else this.passOn();
  }

  /** Whether the body is allowed, and has arrived or is short enough to be buffered. */
  #fits({ size, contentLength }: RequestHead): boolean {
    return (
      contentLength <= this.#server.maxBodyBytes &&
      size + contentLength <= Math.max(maxBufferedBytes, this.#unread.length)
    );
  }

  #handle(head: AdmittedHead, body: Uint8Array): void {
    this.#hasRequested = true;
    this.#checks = 0;
    const reply = this.#server.handle(this, head, body);
    if (reply instanceof Promise) {
      this.#isBusy = true; // reading continues, to notice when the client closes the connection
      this.guard(() => reply.then((late) => this.#sendLate(late)));
    } else this.#send(reply);
  }

  #sendLate(reply: HttpReply): void {
    this.#isBusy = false;
    this.#send(reply);
    if (!this.#isBusy && !this.socket.destroyed) this.#resume();
  }

  #send(reply: HttpReply): void {
    if (this.socket.destroyed) return;
    if (this.#server.send(this, reply)) this.#endResponse();
    else if (reply.body instanceof LongText) this.#waitForLong();
    else this.onFullSocket();
  }

  /** All of it was written, or will be soon. */
  #endResponse(): void {
    this.unread.release();
    this.unread.sentBy(this.socket);
  }

  /** It waits for the end of a long response only: the short ones written just before it may have filled the socket. */
  #waitForLong(): void {
    this.socket.off('drain', this.#onDrain);
    this.#pause();
  }

  #pause(): void {
    this.#isBusy = true;
    this.socket.pause();
  }

  readonly #takeTurn = (): void => this.guard(() => this.#goOn());

  #goOn(): void {
    if (this.socket.destroyed) return;
    if (this.socket.writableNeedDrain) {
      this.#isBusy = false;
      this.onFullSocket();
    } else this.#resume(true);
  }

  #resume(isTurn = false): void {
    this.#isBusy = false;
    this.#endResponse();
    this.#checks = 0;
    this.#handleAll(isTurn);
    this.#count();
    if (this.#isBusy || this.#isPassedOn) return;
    if (this.#isHalfClosed) this.#unread = noBytes;
    this.socket.resume();
    if (this.#isEnding) this.#endIfDone();
  }

  /** Closes both directions once all is written, so that a client that never closes its own cannot keep it open. */
  #endIfDone(): void {
    if (this.#isBusy || this.#isPassedOn || this.#unread.length > 0) return;
    this.#server.flush();
    this.socket.destroySoon();
  }
}

function ignore(): void {}
