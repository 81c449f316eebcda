import { giveBack, Quota, takeAll } from '../quota.ts';
import type { Client } from '../session.ts';

type UnfinishedLimits = {
  /** bytes of all clients together, and of one */
  readonly totalBytes: number;
  readonly bytesPerClient: number;
};

/** Counts the memory of requests that have begun to arrive, over HTTP and WebSocket, for all interfaces together. */
export class UnfinishedBytes {
  readonly #together: Quota;
  readonly #perClient: Quota;

  constructor({ totalBytes, bytesPerClient }: UnfinishedLimits) {
    this.#together = new Quota({ key: 'http.max-unfinished-bodies', limit: totalBytes, counts: 'unfinished bytes' });
    this.#perClient = new Quota({
      key: 'http.max-unfinished-bodies-per-client',
      limit: bytesPerClient,
      counts: 'unfinished bytes of one client',
    });
  }

  /** Number of bytes that are counted now. */
  get bytes(): number {
    return this.#together.held(undefined);
  }

  /** The share of one request or connection. */
  share({ network }: Client): UnfinishedShare {
    return new UnfinishedShare((amount) => [
      { quota: this.#perClient, holder: network, amount },
      { quota: this.#together, amount },
    ]);
  }
}

/** What one request or connection holds of the unfinished bytes. */
export class UnfinishedShare {
  readonly #claims: (amount: number) => Parameters<typeof takeAll>[0];
  #held = 0;

  constructor(claims: (amount: number) => Parameters<typeof takeAll>[0]) {
    this.#claims = claims;
  }

  /** Counts so many bytes from now on. Returns the exhausted key when there is no room for them; then nothing changes. */
  hold(bytes: number): string | undefined {
    const more = bytes - this.#held;
    const passed = more > 0 ? takeAll(this.#claims(more)) : undefined;
    if (passed !== undefined) return passed.key;
    if (more < 0) giveBack(this.#claims(-more));
    this.#held = bytes;
    return undefined;
  }

  release(): void {
    this.hold(0);
  }
}
