import { RpcError, type UnreadResponse } from '../types.ts';

export type UnreadLimits = {
  /** bytes of all connections together, and of one */
  readonly total: number;
  readonly perConnection: number;
};

/** Milliseconds without progress after which a connection has to make room for others. */
const stalledAfter = 2000;

/**
 * Counts the bytes of responses that are made and not yet read, of all connections of all interfaces. When all of them
 * are taken, connections whose clients have stopped reading are cut off, the largest first; as long as everybody reads,
 * those who ask for more are refused.
 */
export class UnreadResponses {
  readonly #limits: UnreadLimits;
  readonly #now: () => number;
  readonly #holders = new Set<UnreadShare>();
  #held = 0;

  /** `now`: milliseconds on a clock that never goes back */
  constructor(limits: UnreadLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** bytes */
  get held(): number {
    return this.#held;
  }

  /** The share of a connection; `cutOff` ends it. */
  share(cutOff: () => void): UnreadShare {
    return new UnreadShare(this, cutOff);
  }

  take(share: UnreadShare, bytes: number): RpcError | undefined {
    const { total, perConnection } = this.#limits;
    if (share.held + bytes > perConnection) return tooMuch('of this connection ', perConnection, 'per-connection');
    while (this.#held + bytes > this.#mostFor(share, bytes)) {
      const stalled = this.#mostStalled(share);
      if (stalled === undefined) return tooMuch('', total, 'responses');
      stalled.end();
    }
    this.#held += bytes;
    share.held += bytes;
    this.touch(share);
    this.#holders.add(share);
    return undefined;
  }

  give(share: UnreadShare, bytes: number): void {
    this.#held -= bytes;
    share.held -= bytes;
    this.touch(share);
    if (share.held === 0) this.#holders.delete(share);
  }

  touch(share: UnreadShare): void {
    share.touched = this.#now();
  }

  /** The last third of the total is for connections that hold little: no others can keep them from it. */
  #mostFor(share: UnreadShare, bytes: number): number {
    const { total } = this.#limits;
    const third = total / 3;
    return share.held + bytes <= third / (this.#holders.size + 1) ? total : total - third;
  }

  #mostStalled(asking: UnreadShare): UnreadShare | undefined {
    const before = this.#now() - stalledAfter;
    let most: UnreadShare | undefined;
    for (const share of this.#holders) {
      if (share === asking || share.touched > before) continue;
      if (most === undefined || share.held > most.held) most = share;
    }
    return most;
  }
}

/** What one connection has not read. */
export class UnreadShare {
  /** bytes */
  held = 0;
  /** when its client last read something */
  touched = 0;
  readonly #all: UnreadResponses;
  readonly #cutOff: () => void;
  #isOver = false;

  constructor(all: UnreadResponses, cutOff: () => void) {
    this.#all = all;
    this.#cutOff = cutOff;
  }

  response(): UnreadBytes {
    return new UnreadBytes(this);
  }

  take(bytes: number): RpcError | undefined {
    return this.#isOver ? undefined : this.#all.take(this, bytes);
  }

  give(bytes: number): void {
    if (!this.#isOver && bytes > 0) this.#all.give(this, bytes);
  }

  /** The client has read something. */
  touch(): void {
    this.#all.touch(this);
  }

  /** The connection has ended: nothing of it counts any more. */
  close(): void {
    this.give(this.held);
    this.#isOver = true;
  }

  /** Cuts the connection off. */
  end(): void {
    this.close();
    this.#cutOff();
  }
}

/** The bytes of one response. */
export class UnreadBytes implements UnreadResponse {
  readonly #share: UnreadShare;
  #bytes = 0;

  constructor(share: UnreadShare) {
    this.#share = share;
  }

  take(bytes: number): RpcError | undefined {
    const fault = this.#share.take(bytes);
    if (fault === undefined) this.#bytes += bytes;
    return fault;
  }

  /** The client has read something of it. */
  touch(): void {
    this.#share.touch();
  }

  /** The client has read it, or never will. */
  release(): void {
    if (this.#bytes === 0) return;
    this.#share.give(Math.min(this.#bytes, this.#share.held));
    this.#bytes = 0;
  }
}

function tooMuch(whose: string, limit: number, key: string): RpcError {
  return new RpcError(-32005, `responses ${whose}wait to be read: at most ${limit} bytes (http.max-unread-${key})`);
}
