/** null: known to be absent */
type Value = Uint8Array | null;
type Generation = Map<string, Map<string, Value>>;

/**
 * A cache of bytes by two strings, such as account and key, in two generations: when the young one is full, it becomes
 * the old one, and the old one is dropped. The strings are not concatenated: making and hashing the concatenation takes
 * 630 ns, two look-ups 43.
 */
export class TwoKeyCache {
  readonly #limit: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;

  /** `limit`: approximate bytes of one generation; at most twice as much is kept, and no value that has more by itself. */
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
    const bytes = overheadBytes + second.length + (value?.length ?? 0);
    if (bytes + overheadBytes > this.#limit) {
      this.#young.get(first)?.delete(second);
      this.#old.get(first)?.delete(second);
      return;
    }
    this.#bytes += bytes;
    if (this.#bytes > this.#limit - overheadBytes) this.#rotate(bytes);
    let values = this.#young.get(first);
    if (values === undefined) {
      this.#bytes += overheadBytes;
      values = new Map();
      this.#young.set(first, values);
    }
    values.set(second, value);
  }

  clear(): void {
    this.#rotate(0);
    this.#rotate(0);
  }

  /** `bytes`: of what the new generation begins with */
  #rotate(bytes: number): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = bytes;
  }
}

/** Bytes of a small array, its key and its slot in a map, beside their content; also those of a small map. */
const overheadBytes = 250;
