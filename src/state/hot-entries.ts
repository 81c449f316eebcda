import type { Address } from '../primitives/address.ts';
import type { Hex } from '../primitives/hex.ts';

/** null: known to be absent */
type Value = Uint8Array | null;
type Generation = Map<Address, Map<Hex, Value>>;

/** Like HotMap, for entries: found by account, then key, without joining the two into one text. */
export class HotEntries {
  readonly #limit: number;
  #young: Generation = new Map();
  #old: Generation = new Map();
  #bytes = 0;

  /** `limit`: bytes of one generation, about; at most twice as much is kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(owner: Address, key: Hex): Value | undefined {
    const young = this.#young.get(owner)?.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(owner)?.get(key);
    if (old !== undefined) this.set(owner, key, old);
    return old;
  }

  set(owner: Address, key: Hex, value: Value): void {
    this.#bytes += overhead + key.length + (value?.length ?? 0);
    if (this.#bytes > this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#bytes = 0;
    }
    let entries = this.#young.get(owner);
    if (entries === undefined) {
      entries = new Map();
      this.#young.set(owner, entries);
    }
    entries.set(key, value);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#bytes = 0;
  }
}

/** Bytes that a small array and its place in a map take beside its content. */
const overhead = 200;
