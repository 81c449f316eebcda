import { type BoundedCache, cacheOfBytes } from '../primitives/bounded-cache.ts';
import { flattenText } from '../primitives/flatten-text.ts';
import type { Hash } from '../primitives/hash.ts';
import { JsonText } from '../primitives/json-text.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { writeJson } from './dispatch/write-json.ts';
import type { JsonValue } from './json-value.ts';

/** Overhead of an entry, in characters. */
const overhead = 100;

/**
 * Caches JSON texts that many clients ask for: those of blocks, which never change, or those about the newest block, which
 * are kept until the next one. The least recently used are evicted.
 */
export class TextCache {
  readonly #texts: BoundedCache<string, JsonText>;
  readonly #headOf: (() => Hash) | undefined;
  #head: Hash | undefined;

  /** `limit`: characters of keys and texts. `headOf`: hash of the newest block, where the texts are about that block. */
  constructor(limit: number, headOf?: () => Hash) {
    this.#texts = cacheOfBytes(limit, ({ text }, key) => key.length + text.length + overhead);
    this.#headOf = headOf;
  }

  /**
   * The cached text for `key`, or else a new one. The key must contain everything that the text depends on besides the
   * block. Errors that `make` throws, and values that it promises, are not cached.
   */
  getOrMake(key: string, make: () => JsonValue): JsonText;
  getOrMake(key: string, make: () => MaybePromise<JsonValue>): JsonText | Promise<JsonValue>;
  getOrMake(key: string, make: () => MaybePromise<JsonValue>): JsonText | Promise<JsonValue> {
    const known = this.get(key);
    if (known !== undefined) return known;
    const value = make();
    return value instanceof Promise ? value : this.set(key, writeJson(value));
  }

  get(key: string): JsonText | undefined {
    const head = this.#headOf?.();
    if (head !== this.#head) this.#texts.clear();
    this.#head = head;
    return this.#texts.get(key);
  }

  /** Caches a text under a key that `get` has not found in the same turn. */
  set(key: string, text: string): JsonText {
    const json = new JsonText(flattenText(text));
    this.#texts.set(key, json);
    return json;
  }

  clear(): void {
    this.#texts.clear();
  }
}
