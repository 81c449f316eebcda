import type { Hex } from '../primitives/hex.ts';

export type Entry = readonly [key: Hex, value: Uint8Array];

/** Both in ascending order of keys; where both know a key, `over` counts, and null removes what is `under`. */
export function* mergeEntries(
  under: Iterable<Entry>,
  over: Iterable<readonly [key: Hex, value: Uint8Array | null]>,
): Iterable<Entry> {
  const rest = over[Symbol.iterator]();
  let own = rest.next();
  for (const entry of under) {
    for (; !own.done && own.value[0] < entry[0]; own = rest.next()) {
      if (own.value[1] !== null) yield [own.value[0], own.value[1]];
    }
    if (own.done || own.value[0] !== entry[0]) yield entry;
  }
  for (; !own.done; own = rest.next()) {
    if (own.value[1] !== null) yield [own.value[0], own.value[1]];
  }
}
