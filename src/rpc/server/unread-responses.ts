import type { Writable } from 'node:stream';
import { elapsedMs } from '../../primitives/machine.ts';
import { RpcError } from '../rpc-error.ts';
import type { ArrivingResult, SentListener, UnreadResponse } from '../session.ts';

type UnreadLimits = {
  /** bytes of all connections together, and of one */
  readonly totalBytes: number;
  readonly bytesPerConnection: number;
};

/** Milliseconds without progress after which a connection may be closed to make room for others. */
const stallTimeoutMs = 2000;
/** Connections with unread responses that have room beside large ones. */
const fewShares = 64;

/**
 * Counts the bytes of responses that exist and are not yet read, and of results that threads send, over all connections of all interfaces. When the total
 * is reached, connections whose clients have stopped reading are closed, the largest first; while all clients read,
 * requests for more are rejected.
 */
export class UnreadResponses {
  readonly #limits: UnreadLimits;
  readonly #now: () => number;
  readonly #shares = new Set<UnreadShare>();
  #bytes = 0;

  /** `now`: milliseconds of a monotonic clock */
  constructor(limits: UnreadLimits, now: () => number = elapsedMs) {
    this.#limits = limits;
    this.#now = now;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Creates the share of a connection. `closeConnection` closes it at once. */
  share(closeConnection: () => void): UnreadShare {
    return new UnreadShare(this, closeConnection);
  }

  reserve(share: UnreadShare, bytes: number): RpcError | undefined {
    const { bytesPerConnection } = this.#limits;
    // the chain may have accepted something longer, such as the receipt of a block that is full of logs: one at a time
    if (share.bytes > 0 && share.bytes + bytes > bytesPerConnection)
      return tooMuch('of this connection ', bytesPerConnection, 'per-connection');
    const fault = this.#makeRoom(share, bytes, share.bytes + bytes);
    if (fault === undefined) share.bytes += bytes;
    return fault;
  }

  /** Counts a part of a result that arrives, which is no response of the connection yet. */
  addArriving(share: UnreadShare, bytes: number): RpcError | undefined {
    const fault = this.#makeRoom(share, bytes, share.bytes + share.arriving + bytes);
    if (fault === undefined) share.arriving += bytes;
    return fault;
  }

  release(share: UnreadShare, bytes: number, what: 'bytes' | 'arriving' = 'bytes'): void {
    this.#bytes -= bytes;
    share[what] -= bytes;
    this.recordProgress(share);
    if (share.bytes + share.arriving === 0) this.#shares.delete(share);
  }

  /** Counts bytes in the total. `own`: all of the share with them */
  #makeRoom(share: UnreadShare, bytes: number, own: number): RpcError | undefined {
    while (this.#bytes + bytes > this.#limitFor(own)) {
      const stalled = this.#largestStalled(share);
      if (stalled === undefined) return tooMuch('', this.#limits.totalBytes, 'responses');
      stalled.closeConnection();
    }
    this.#bytes += bytes;
    this.recordProgress(share);
    this.#shares.add(share);
    return undefined;
  }

  recordProgress(share: UnreadShare): void {
    share.lastProgress = this.#now();
  }

  /**
   * The last third of the total is reserved for small shares, so that large ones cannot shut them out: a 64th of it each
   * while there are few. With as much as is left for each, two dozen that grow one after the other would fill it.
   */
  #limitFor(own: number): number {
    const { totalBytes } = this.#limits;
    const third = totalBytes / 3;
    return own <= third / Math.max(this.#shares.size + 1, fewShares) ? totalBytes : totalBytes - third;
  }

  #largestStalled(requesting: UnreadShare): UnreadShare | undefined {
    const before = this.#now() - stallTimeoutMs;
    let largest: UnreadShare | undefined;
    for (const share of this.#shares) {
      if (share === requesting || share.bytes === 0 || share.lastProgress > before) continue;
      if (largest === undefined || share.bytes > largest.bytes) largest = share;
    }
    return largest;
  }
}

/** The unread bytes of one connection. */
export class UnreadShare {
  bytes = 0;
  /** Bytes of results that arrive */
  arriving = 0;
  /** time at which the client last read something, by the clock of UnreadResponses */
  lastProgress = 0;
  readonly #all: UnreadResponses;
  readonly #closeConnection: () => void;
  /** those who want to know whether something is sent that is not yet */
  readonly #unsent = new Set<SentListener>();
  #isClosed = false;

  constructor(all: UnreadResponses, closeConnection: () => void) {
    this.#all = all;
    this.#closeConnection = closeConnection;
  }

  response(): UnreadBytes {
    return new UnreadBytes(this);
  }

  reserve(bytes: number): RpcError | undefined {
    return this.#isClosed ? undefined : this.#all.reserve(this, bytes);
  }

  release(bytes: number): void {
    if (!this.#isClosed && bytes > 0) this.#all.release(this, bytes);
  }

  addArriving(bytes: number): RpcError | undefined {
    return this.#isClosed ? undefined : this.#all.addArriving(this, bytes);
  }

  releaseArriving(bytes: number): void {
    if (!this.#isClosed && bytes > 0) this.#all.release(this, bytes, 'arriving');
  }

  onSent(listener: SentListener): void {
    if (this.#isClosed) listener(false);
    else this.#unsent.add(listener);
  }

  settle(listeners: readonly SentListener[], isSent: boolean): void {
    for (const listener of listeners) if (this.#unsent.delete(listener)) listener(isSent);
  }

  /** The client has read something. */
  recordProgress(): void {
    this.#all.recordProgress(this);
  }

  /** The connection has ended: none of its bytes counts any more. The newest of what is not sent is told of first. */
  close(): void {
    this.release(this.bytes);
    this.releaseArriving(this.arriving);
    this.#isClosed = true;
    this.settle([...this.#unsent].reverse(), false);
  }

  closeConnection(): void {
    this.close();
    this.#closeConnection();
  }
}

/** The unread bytes of one response. */
export class UnreadBytes implements UnreadResponse {
  readonly #share: UnreadShare;
  #bytes = 0;
  #listeners: SentListener[] = [];

  constructor(share: UnreadShare) {
    this.#share = share;
  }

  reserve(bytes: number): RpcError | undefined {
    const fault = this.#share.reserve(bytes);
    if (fault === undefined) this.#bytes += bytes;
    return fault;
  }

  arriving(): ArrivingResult {
    const share = this.#share;
    let bytes = 0;
    return {
      add: (more) => {
        const fault = share.addArriving(more);
        if (fault === undefined) bytes += more;
        return fault;
      },
      release: () => {
        share.releaseArriving(bytes);
        bytes = 0;
      },
    };
  }

  onSent(listener: SentListener): void {
    this.#listeners.push(listener);
    this.#share.onSent(listener);
  }

  /** Whether somebody wants to know that it is sent. */
  get isAwaited(): boolean {
    return this.#listeners.length > 0;
  }

  /** All of it was written to a connection: it is sent when that has passed everything on. */
  sentBy(connection: Writable): void {
    if (!this.isAwaited) return;
    const listeners = this.#listeners;
    this.#listeners = [];
    const settle = () => this.#share.settle(listeners, !connection.destroyed);
    if (connection.writable) connection.write('', settle);
    else settle();
  }

  /** All of it has left this process. */
  sent(): void {
    this.#share.settle(this.#listeners.splice(0), true);
  }

  /** The client has read a part of it. */
  recordProgress(): void {
    this.#share.recordProgress();
  }

  /** The client has read all of it, or never will. */
  release(): void {
    if (this.#bytes === 0) return;
    this.#share.release(Math.min(this.#bytes, this.#share.bytes));
    this.#bytes = 0;
  }
}

function tooMuch(whose: string, limit: number, key: string): RpcError {
  return new RpcError(-32005, `responses ${whose}wait to be read: at most ${limit} bytes (http.max-unread-${key})`);
}
