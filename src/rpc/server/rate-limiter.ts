import type { Client } from '../types.ts';

/** Number of networks from which on those with full buckets are removed. */
const initialCapacity = 10_000;

type Bucket = { tokens: number; updated: number };

/**
 * Limits the requests per second of each client network with a token bucket of one second. A batch larger than the
 * bucket is accepted when the bucket is not empty; its debt then delays the next request.
 */
export class RateLimiter {
  readonly #perSecond: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();
  #capacity = initialCapacity;

  /** `now`: milliseconds of a monotonic clock */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Milliseconds until the client may send a request; 0 when it may now. */
  wait(client: Client): number {
    const { tokens } = this.#bucketOf(client);
    return tokens >= 1 ? 0 : ((1 - tokens) / this.#perSecond) * 1000;
  }

  /** Takes tokens for requests that the client has sent. */
  charge(client: Client, requests: number): void {
    this.#bucketOf(client).tokens -= requests;
  }

  #bucketOf({ network }: Client): Bucket {
    const now = this.#now();
    const known = this.#buckets.get(network);
    if (known === undefined) return this.#create(network, now);
    const earned = ((now - known.updated) / 1000) * this.#perSecond;
    known.tokens = Math.min(this.#perSecond, known.tokens + earned);
    known.updated = now;
    return known;
  }

  #create(network: string, now: number): Bucket {
    if (this.#buckets.size >= this.#capacity) this.#removeFull(now);
    const bucket = { tokens: this.#perSecond, updated: now };
    this.#buckets.set(network, bucket);
    return bucket;
  }

  /** A network whose bucket is full again need not be kept. */
  #removeFull(now: number): void {
    for (const [network, { tokens, updated }] of this.#buckets) {
      const earned = ((now - updated) / 1000) * this.#perSecond;
      if (tokens + earned >= this.#perSecond) this.#buckets.delete(network);
    }
    this.#capacity = Math.max(initialCapacity, 2 * this.#buckets.size);
  }
}

const openBracket = 0x5b;
const whitespace = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Number of requests in a body, estimated without parsing it: for a batch, how often `"method"` occurs. */
export function requestCount(body: Uint8Array): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let start = 0;
  while (whitespace.has(bytes[start] ?? 0)) start++;
  if (bytes[start] !== openBracket) return 1;
  let count = 0;
  for (let at = bytes.indexOf('"method"', start); at >= 0; at = bytes.indexOf('"method"', at + 1)) count++;
  return Math.max(1, count);
}
