import type { ChainReader } from '../chain/types.ts';
import { flattenText } from '../primitives/flatten-text.ts';
import { GenerationalCache } from '../primitives/generational-cache.ts';
import type { Hash } from '../primitives/hash.ts';
import { JsonText } from '../primitives/json-text.ts';
import { writeJson } from './dispatch/write-json.ts';
import type { JsonValue } from './json-value.ts';

/** Overhead of an entry, in characters. */
const overhead = 100;

/**
 * Caches responses about the newest block until the next block: many clients send the same requests again and again.
 * When the cache is full, the least recent ones are dropped.
 */
export class HeadResponseCache {
  readonly #chain: Pick<ChainReader, 'head'>;
  readonly #texts: GenerationalCache<string, JsonText>;
  #head: Hash | undefined;

  /** `limit`: characters of keys and responses */
  constructor(chain: Pick<ChainReader, 'head'>, limit: number) {
    this.#chain = chain;
    this.#texts = new GenerationalCache(limit / 2, ({ text }, key) => key.length + text.length + overhead);
  }

  /**
   * The cached response for `key`, or else a new one. The key must contain everything that the response depends on
   * besides the block. Errors that `create` throws, and values that it promises, are not cached.
   */
  getOrCreate(key: string, create: () => JsonValue): JsonText;
  getOrCreate(key: string, create: () => JsonValue | Promise<JsonValue>): JsonText | Promise<JsonValue>;
  getOrCreate(key: string, create: () => JsonValue | Promise<JsonValue>): JsonText | Promise<JsonValue> {
    const { hash } = this.#chain.head();
    if (hash !== this.#head) this.#texts.clear();
    this.#head = hash;
    const cached = this.#texts.get(key);
    if (cached !== undefined) return cached;
    const value = create();
    if (value instanceof Promise) return value;
    const response = new JsonText(flattenText(writeJson(value)));
    this.#texts.set(key, response);
    return response;
  }
}
