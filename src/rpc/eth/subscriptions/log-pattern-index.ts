import { createHash } from 'node:crypto';
import type { Log } from '../../../kernel/engine.ts';
import type { Recipient } from '../../deliveries.ts';
import type { Session } from '../../session.ts';
import { SessionGroups } from '../../session-groups.ts';
import type { LogFilter } from '../logs/log-request.ts';
import { BitSet, numbersOf } from './bit-set.ts';
import { type Posting, TermIndex } from './term-index.ts';

const mostTopics = 4;
/** Longer patterns are identified by their hash. */
const longKey = 400;

/** A pattern, and everything that was added with it. */
type Entry<T extends Recipient> = {
  readonly key: string;
  readonly number: number;
  readonly items: SessionGroups<T>;
  /** Postings of the address, and of each topic. */
  readonly postings: readonly (readonly Posting[])[];
};

/**
 * Finds the items whose pattern matches a log. Equal patterns are stored once. A log is looked up in time
 * proportional to its matches and, with a factor of some nanoseconds per 32 patterns, to the number of patterns,
 * whatever the patterns are.
 */
export class LogPatternIndex<T extends Recipient> {
  readonly #byKey = new Map<string, Entry<T>>();
  readonly #byNumber: (Entry<T> | undefined)[] = [];
  readonly #freeNumbers: number[] = [];
  readonly #termIndexes = Array.from({ length: 1 + mostTopics }, () => new TermIndex());
  /** Indexed by number of topics: the patterns with no more topics than that. */
  readonly #fitting = Array.from({ length: 1 + mostTopics }, () => new BitSet());

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** `item` must not be there with an equal pattern. Returns a function that removes it. */
  add(pattern: LogFilter, item: T): () => void {
    const key = keyOf(pattern);
    const entry = this.#byKey.get(key) ?? this.#open(key, pattern);
    const remove = entry.items.add(item);
    return () => {
      if (entry.items.isEmpty) return;
      remove();
      if (entry.items.isEmpty) this.#close(entry);
    };
  }

  /** Everything whose pattern matches the log, in sets that belong to one session each. */
  *matching(log: Log): Iterable<ReadonlySet<T>> {
    for (const { items } of this.#entriesOf(log)) yield* items.groups();
  }

  /** What of one session matches the log. */
  *matchingOf(log: Log, session: Session): Iterable<T> {
    for (const { items } of this.#entriesOf(log)) yield* items.of(session);
  }

  *#entriesOf({ address, topics }: Log): Iterable<Entry<T>> {
    const candidates = this.#fitting[topics.length]?.words.slice();
    if (candidates === undefined || !this.#restrict(candidates, address, topics)) return;
    for (const number of numbersOf(candidates)) {
      const entry = this.#byNumber[number];
      if (entry !== undefined) yield entry;
    }
  }

  #restrict(candidates: Uint32Array, address: string, topics: readonly string[]): boolean {
    if (this.#termIndexes[0]?.restrict(candidates, address) === false) return false;
    return topics.every((topic, position) => this.#termIndexes[1 + position]?.restrict(candidates, topic) !== false);
  }

  #open(key: string, { addresses, topics }: LogFilter): Entry<T> {
    const number = this.#freeNumbers.pop() ?? this.#byNumber.length;
    const postings = this.#termIndexes.map((terms, index) =>
      terms.add(number, index === 0 ? addresses : (topics[index - 1] ?? [])),
    );
    for (let count = topics.length; count <= mostTopics; count++) this.#fitting[count]?.add(number);
    const entry = { key, number, items: new SessionGroups<T>(), postings };
    this.#byKey.set(key, entry);
    this.#byNumber[number] = entry;
    return entry;
  }

  #close({ key, number, postings }: Entry<T>): void {
    this.#byKey.delete(key);
    this.#byNumber[number] = undefined;
    this.#freeNumbers.push(number);
    for (const [index, terms] of this.#termIndexes.entries()) terms.remove(number, postings[index] ?? []);
    for (const fitting of this.#fitting) fitting.remove(number);
  }
}

/** The same for equal patterns, whose terms are sorted and differ. */
function keyOf({ addresses, topics }: LogFilter): string {
  const text = [addresses, ...topics].map((terms) => terms.join()).join('/');
  return text.length <= longKey ? text : createHash('sha256').update(text).digest('base64');
}
