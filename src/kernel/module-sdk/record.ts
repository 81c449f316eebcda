import type { Address } from '../../primitives/address.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { Codec } from '../codec/codec.ts';
import type { KeyPart } from './record-key.ts';

type KeyParts<K extends readonly unknown[]> = { readonly [I in keyof K]: KeyPart<K[I]> };

/** One kind of record of a module: rows under its account, found by key and listed in key order. */
export type RecordTable<K extends readonly unknown[], V> = {
  /** stored as the first byte of every key; never reused within the module */
  readonly number: number;
  readonly name: string;
  readonly doc: string;
  readonly keyParts: readonly KeyPart<unknown>[];
  readonly value: Codec<V>;
  get(state: StateView, ...key: K): V | undefined;
  set(state: WorldState, value: V, ...key: K): void;
  remove(state: WorldState, ...key: K): void;
  /** In key order; `prefix` holds the first key parts, `from` the key to start at. */
  list(state: StateView, prefix?: readonly unknown[], from?: K): Iterable<readonly [key: K, value: V]>;
};

/** A record that a module has exactly once; `initial` until it is first set. */
export type SingleRecord<V> = {
  readonly number: number;
  readonly name: string;
  readonly doc: string;
  readonly value: Codec<V>;
  readonly initial: V;
  get(state: StateView): V;
  set(state: WorldState, value: V): void;
};

/** Creates the records of the module at `owner`. */
export function recordsOf(owner: Address) {
  return {
    table: <K extends readonly unknown[] | [], V>(
      number: number,
      name: string,
      doc: string,
      keyParts: KeyParts<K>,
      value: Codec<V>,
    ): RecordTable<K, V> => createTable(owner, number, name, doc, keyParts, value),
    single: <V>(number: number, name: string, doc: string, value: Codec<V>, initial: NoInfer<V>): SingleRecord<V> => {
      const key = toHex(Uint8Array.of(number));
      const decoded = cachedDecoder(value);
      return {
        number,
        name,
        doc,
        value,
        initial,
        get: (state) => decoded(state.entry(owner, key)) ?? initial,
        set: (state, next) => state.setEntry(owner, key, encodeRlp(value.encode(next))),
      };
    },
  };
}

function createTable<K extends readonly unknown[], V>(
  owner: Address,
  number: number,
  name: string,
  doc: string,
  parts: KeyParts<K>,
  value: Codec<V>,
): RecordTable<K, V> {
  const keyParts = parts as readonly KeyPart<unknown>[];
  const start = toHex(Uint8Array.of(number));
  const keyOf = (values: readonly unknown[]): Hex =>
    values.reduce<Hex>((key, part, at) => `${key}${keyParts[at]?.toDigits(part) ?? ''}`, start);
  const decoded = cachedDecoder(value);
  return {
    number,
    name,
    doc,
    keyParts,
    value,
    get: (state, ...key) => decoded(state.entry(owner, keyOf(key))),
    set: (state, next, ...key) => state.setEntry(owner, keyOf(key), encodeRlp(value.encode(next))),
    remove: (state, ...key) => state.setEntry(owner, keyOf(key), undefined),
    *list(state, prefix = [], from = undefined) {
      for (const [key, bytes] of state.entries(owner, keyOf(prefix), from && keyOf(from))) {
        const row = decoded(bytes);
        if (row !== undefined) yield [decodeKey(keyParts, key) as K, row];
      }
    },
  };
}

/** The values of the parts of a key, which begins with the number of its table. */
export function decodeKey(parts: readonly KeyPart<unknown>[], key: Hex): readonly unknown[] {
  let rest = fromHex(key).subarray(1);
  return parts.map((part) => {
    const { value, size } = part.decode(rest);
    rest = rest.subarray(size);
    return value;
  });
}

/**
 * Decodes bytes of entries, undefined for no bytes. The bytes of a stored entry never change, so its value is kept with
 * them: parameters that nobody changes are decoded once.
 */
function cachedDecoder<V>(codec: Codec<V>): (bytes: Uint8Array | undefined) => V | undefined {
  const known = new WeakMap<Uint8Array, { readonly value: V }>();
  return (bytes) => {
    if (bytes === undefined || bytes.length === 0) return undefined;
    const found = known.get(bytes);
    if (found !== undefined) return found.value;
    const value = codec.decode(decodeRlp(bytes));
    known.set(bytes, { value });
    return value;
  };
}
