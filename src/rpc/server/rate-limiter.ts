import { elapsedMs } from '../../primitives/machine.ts';
import type { Client } from '../session.ts';

/** Minimum number of networks before those with full buckets are removed. */
const initialCapacity = 10_000;

/** Milliseconds; a longer timer of Node ends at once. */
const longestTimerMs = 2 ** 31 - 1;

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
  constructor(perSecond: number, now: () => number = elapsedMs) {
    this.#perSecond = perSecond;
    this.#now = now;
  }

  /** Milliseconds until the client may send a request, as long as a timer can be; 0 when it may now. */
  wait(client: Client): number {
    const { tokens } = this.#bucketOf(client);
    return tokens >= 1 ? 0 : Math.min(((1 - tokens) / this.#perSecond) * 1000, longestTimerMs);
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

const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [comma, quote, backslash] = [0x2c, 0x22, 0x5c];
const whitespace = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Number of requests in a body, without parsing it: of a batch, the entries. The names of members do not count, as they
 * can be written with escapes (`"\u006dethod"`). Of text that is not JSON, at least 1.
 */
export function requestCount(body: Uint8Array): number {
  let start = 0;
  while (whitespace.has(body[start] ?? 0)) start++;
  if (body[start] !== openBracket) return 1;
  let count = 1;
  let depth = 0;
  for (let at = start; at < body.length; at++) {
    const byte = body[at];
    if (byte === quote) at = endOfString(body, at);
    else if (byte === openBracket || byte === openBrace) depth++;
    else if (byte === closeBracket || byte === closeBrace) depth--;
    else if (byte === comma && depth === 1) count++;
  }
  return count;
}

/** Where the text that begins at `start` ends; the end of the body when it does not. */
function endOfString(body: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < body.length && body[end] !== quote) end += body[end] === backslash ? 2 : 1;
  return end;
}
