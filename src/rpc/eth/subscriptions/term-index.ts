import { BitSet, hasBit } from './bit-set.ts';

/** A term, and the patterns that accept it: few as a list, many as bits. */
export type Posting = { readonly term: string; list: number[]; bits: BitSet | undefined; size: number };

/** A list has at most this fraction of all patterns: beyond it bits take less memory and less time. */
const sparseRatio = 32;

/**
 * For one field of a log (its address, or one of its topics): the patterns that accept each term. Patterns are
 * numbers. Looking one log up takes as long as going once over a bit for each pattern.
 */
export class TermIndex {
  readonly #postings = new Map<string, Posting>();
  /** patterns that accept anything here */
  readonly #any = new BitSet();
  #constrained = 0;

  /** Adds a pattern that accepts these terms here, anything when there are none. Returns what `remove` needs. */
  add(pattern: number, terms: readonly string[]): readonly Posting[] {
    if (terms.length === 0) {
      this.#any.add(pattern);
      return [];
    }
    this.#constrained++;
    return terms.map((term) => this.#addTo(term, pattern));
  }

  /** `postings`: those that `add` returned for the pattern */
  remove(pattern: number, postings: readonly Posting[]): void {
    this.#any.remove(pattern);
    if (postings.length > 0) this.#constrained--;
    for (const posting of postings) this.#removeFrom(posting, pattern);
  }

  /** Keeps of `candidates` those that accept the term; returns whether any is left. */
  restrict(candidates: Uint32Array, term: string): boolean {
    if (this.#constrained === 0) return true;
    const posting = this.#postings.get(term);
    if (posting?.bits !== undefined) return keepEither(candidates, this.#any.words, posting.bits.words);
    const accepting = posting?.list.filter((pattern) => hasBit(candidates, pattern)) ?? [];
    const isAnyLeft = keepIn(candidates, this.#any.words);
    for (const pattern of accepting) {
      candidates[pattern >>> 5] = (candidates[pattern >>> 5] ?? 0) | (1 << (pattern & 31));
    }
    return isAnyLeft || accepting.length > 0;
  }

  #addTo(term: string, pattern: number): Posting {
    const posting = this.#postings.get(term) ?? { term, list: [], bits: undefined, size: 0 };
    if (posting.size === 0) this.#postings.set(term, posting);
    posting.size++;
    if (posting.bits !== undefined) posting.bits.add(pattern);
    else posting.list.push(pattern);
    if (posting.bits === undefined && posting.size * sparseRatio > Math.max(1024, pattern)) {
      posting.bits = new BitSet();
      for (const item of posting.list.splice(0)) posting.bits.add(item);
    }
    return posting;
  }

  #removeFrom(posting: Posting, pattern: number): void {
    posting.size--;
    if (posting.size === 0) this.#postings.delete(posting.term);
    else if (posting.bits !== undefined) posting.bits.remove(pattern);
    else posting.list.splice(posting.list.indexOf(pattern), 1);
  }
}

function keepIn(candidates: Uint32Array, words: Uint32Array): boolean {
  let left = 0;
  for (let i = 0; i < candidates.length; i++) {
    const word = (candidates[i] ?? 0) & (words[i] ?? 0);
    candidates[i] = word;
    left |= word;
  }
  return left !== 0;
}

function keepEither(candidates: Uint32Array, one: Uint32Array, other: Uint32Array): boolean {
  let left = 0;
  for (let i = 0; i < candidates.length; i++) {
    const word = (candidates[i] ?? 0) & ((one[i] ?? 0) | (other[i] ?? 0));
    candidates[i] = word;
    left |= word;
  }
  return left !== 0;
}
