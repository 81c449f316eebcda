import type { Hex } from '../primitives/hex.ts';

export type Entry = readonly [key: Hex, value: Uint8Array];

/**
 * Merges two lists in ascending order of keys. Where both have a key, `over` wins; null in `over` removes the key.
 */
export function* mergeEntries(
  under: Iterable<Entry>,
  over: Iterable<readonly [key: Hex, value: Uint8Array | null]>,
): Iterable<Entry> {
  const overrides = over[Symbol.iterator]();
  let own = overrides.next();
  for (const entry of under) {
    for (; !own.done && own.value[0] < entry[0]; own = overrides.next()) {
      if (own.value[1] !== null) yield [own.value[0], own.value[1]];
    }
    if (own.done || own.value[0] !== entry[0]) yield entry;
  }
  for (; !own.done; own = overrides.next()) {
    if (own.value[1] !== null) yield [own.value[0], own.value[1]];
  }
}
