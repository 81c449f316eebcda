/** A set of small integers, one bit each. It grows as needed. */
export class BitSet {
  #words: Uint32Array<ArrayBufferLike> = new Uint32Array(1);

  /** 32 numbers to a word, the lowest number in the lowest bit. Words beyond the end count as zero. */
  get words(): Uint32Array {
    return this.#words;
  }

  add(item: number): void {
    const word = item >>> 5;
    if (word >= this.#words.length) this.#grow(word + 1);
    this.#words[word] = (this.#words[word] ?? 0) | (1 << (item & 31));
  }

  remove(item: number): void {
    const word = item >>> 5;
    if (word < this.#words.length) this.#words[word] = (this.#words[word] ?? 0) & ~(1 << (item & 31));
  }

  #grow(least: number): void {
    const grown = new Uint32Array(Math.max(least, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }
}

/** Whether the number is in a set of those words. */
export function hasBit(words: Uint32Array, item: number): boolean {
  return (((words[item >>> 5] ?? 0) >>> (item & 31)) & 1) === 1;
}

/** The numbers in a set of those words, ascending. */
export function* numbersOf(words: Uint32Array): Iterable<number> {
  for (let word = 0; word < words.length; word++) {
    for (let bits = words[word] ?? 0; bits !== 0; bits &= bits - 1) yield word * 32 + 31 - Math.clz32(bits & -bits);
  }
}
