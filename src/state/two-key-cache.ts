/** null: known to be absent */
type Value = Uint8Array | null;
type Generation = Map<string, Map<string, Value>>;

/**
 * A GenerationalCache of bytes by two strings, such as account and key. The strings are not concatenated: making and
 * hashing the concatenation would cost more than two look-ups.
 */
export class TwoKeyCache {
  readonly #limit: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;

  /** `limit`: approximate bytes of one generation; at most twice as much is kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** undefined: not cached; null: known to be absent */
  get(first: string, second: string): Value | undefined {
    const young = this.#young.get(first)?.get(second);
    if (young !== undefined) return young;
    const old = this.#old.get(first)?.get(second);
    if (old !== undefined) this.set(first, second, old);
    return old;
  }

  set(first: string, second: string, value: Value): void {
    this.#bytes += overhead + second.length + (value?.length ?? 0);
    if (this.#bytes > this.#limit) this.#rotate();
    let values = this.#young.get(first);
    if (values === undefined) {
      values = new Map();
      this.#young.set(first, values);
    }
    values.set(second, value);
  }

  clear(): void {
    this.#rotate();
    this.#rotate();
  }

  #rotate(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = 0;
  }
}

/** Bytes of a small array, its key and its slot in a map, beside their content. */
const overhead = 250;
