import type { ChainReader } from '../chain/types.ts';
import { flattenText } from '../primitives/flatten-text.ts';
import { GenerationalCache } from '../primitives/generational-cache.ts';
import type { Hash } from '../primitives/hash.ts';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import { writeJson } from './dispatch/write-json.ts';
import { JsonText, type JsonValue } from './types.ts';

/** What an entry takes beside its texts, in characters. */
const overhead = 100;

/**
 * Answers about the newest block: they stay true until the next one, and many clients ask the same over and over. The
 * latest are kept until then.
 */
export class HeadResponseCache {
  readonly #chain: Pick<ChainReader, 'head'>;
  readonly #texts: GenerationalCache<string, JsonText>;
  #head: Hash | undefined;

  /** `limit`: characters of questions and answers */
  constructor(chain: Pick<ChainReader, 'head'>, limit: number) {
    this.#chain = chain;
    this.#texts = new GenerationalCache(limit / 2, ({ text }, question) => question.length + text.length + overhead);
  }

  /**
   * The answer to `question`, which holds all that it depends on beside the block. What `make` throws is not kept, nor
   * what comes later.
   */
  to(question: string, make: () => JsonValue): JsonText;
  to(question: string, make: () => MaybePromise<JsonValue>): JsonText | Promise<JsonValue>;
  to(question: string, make: () => MaybePromise<JsonValue>): JsonText | Promise<JsonValue> {
    const { hash } = this.#chain.head();
    if (hash !== this.#head) this.#texts.clear();
    this.#head = hash;
    const kept = this.#texts.get(question);
    if (kept !== undefined) return kept;
    const value = make();
    if (value instanceof Promise) return value;
    const answer = new JsonText(flattenText(writeJson(value)));
    this.#texts.set(question, answer);
    return answer;
  }
}
