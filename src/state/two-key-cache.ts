/** null: known to be absent */
type Value = Uint8Array | null;
type Generation = Map<string, Map<string, Value>>;

/**
 * Bytes that were asked for lately, found by two texts, such as account and key. Like HotMap, but without joining the
 * texts: making and hashing the joined one would cost more than both look-ups.
 */
export class TwoKeyCache {
  readonly #limit: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;

  /** `limit`: bytes of one generation, about; at most twice as much is kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** undefined: not known */
  get(first: string, second: string): Value | undefined {
    const young = this.#young.get(first)?.get(second);
    if (young !== undefined) return young;
    const old = this.#old.get(first)?.get(second);
    if (old !== undefined) this.set(first, second, old);
    return old;
  }

  set(first: string, second: string, value: Value): void {
    this.#bytes += overhead + second.length + (value?.length ?? 0);
    if (this.#bytes > this.#limit) this.#age();
    let values = this.#young.get(first);
    if (values === undefined) {
      values = new Map();
      this.#young.set(first, values);
    }
    values.set(second, value);
  }

  clear(): void {
    this.#age();
    this.#age();
  }

  #age(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#bytes = 0;
  }
}

/** Bytes that a small array, its key and its place in a map take beside their content. */
const overhead = 250;
