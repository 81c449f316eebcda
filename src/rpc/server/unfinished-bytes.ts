import type { Client } from '../session.ts';

type UnfinishedLimits = {
  /** bytes of all clients together, and of one */
  readonly totalBytes: number;
  readonly bytesPerClient: number;
};

/** Clients with at most this part of the total have the last third of it, which those with more cannot fill. */
const smallPart = 1 / 64;

/**
 * Counts the memory of requests that have begun to arrive or wait for their turn, over HTTP and WebSocket, for all
 * interfaces together.
 */
export class UnfinishedBytes {
  readonly #limits: UnfinishedLimits;
  readonly #byNetwork = new Map<string, number>();
  #bytes = 0;

  constructor(limits: UnfinishedLimits) {
    this.#limits = limits;
  }

  /** Number of bytes that are counted now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The share of one request or connection. */
  share({ network }: Client): UnfinishedShare {
    return new UnfinishedShare((more) => this.#change(network, more));
  }

  /** Counts so many bytes more or less. Returns the exhausted key when there is no room; then nothing changes. */
  #change(network: string, more: number): string | undefined {
    const { totalBytes, bytesPerClient } = this.#limits;
    const own = (this.#byNetwork.get(network) ?? 0) + more;
    if (more > 0 && own > bytesPerClient) return 'http.max-unfinished-bodies-per-client';
    const limit = own <= totalBytes * smallPart ? totalBytes : (totalBytes / 3) * 2;
    if (more > 0 && this.#bytes + more > limit) return 'http.max-unfinished-bodies';
    this.#bytes += more;
    if (own === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, own);
    return undefined;
  }
}

/** What one request or connection holds of the unfinished bytes. */
export class UnfinishedShare {
  readonly #change: (more: number) => string | undefined;
  #held = 0;

  constructor(change: (more: number) => string | undefined) {
    this.#change = change;
  }

  /** Counts so many bytes from now on. Returns the exhausted key when there is no room for them; then nothing changes. */
  hold(bytes: number): string | undefined {
    const exhausted = bytes === this.#held ? undefined : this.#change(bytes - this.#held);
    if (exhausted === undefined) this.#held = bytes;
    return exhausted;
  }

  release(): void {
    this.hold(0);
  }
}
