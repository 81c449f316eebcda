import type { RangeOptions, Reader, Row, Store } from './contract.ts';

/** A store that lives and ends with the process; the same behaviour as the one on disk. */
export function createMemoryStore(): Store {
  let current: Tree = { values: new Map(), keys: [] };
  let shared = false; // a snapshot still looks at `current`
  return {
    get: (table, key) => reader(current).get(table, key),
    has: (table, key) => reader(current).has(table, key),
    range: (table, options) => reader(current).range(table, options),
    snapshot: () => {
      shared = true;
      return { ...reader(current), close: () => {} };
    },
    commit: ({ writes }) => {
      if (shared) current = { values: new Map(current.values), keys: [...current.keys] };
      shared = false;
      for (const { table, key, value } of writes) set(current, toText(table, key), value);
    },
    close: async () => {},
  };
}

/** Keys are table number and key bytes as one character each: JavaScript orders such text as LMDB orders bytes. */
type Tree = { readonly values: Map<string, Uint8Array>; readonly keys: string[] };

function set({ values, keys }: Tree, key: string, value: Uint8Array | undefined): void {
  const known = values.has(key);
  if (value !== undefined) {
    values.set(key, value);
    if (!known) keys.splice(position(keys, key), 0, key);
  } else if (known) {
    values.delete(key);
    keys.splice(position(keys, key), 1);
  }
}

function reader(tree: Tree): Reader {
  return {
    get: (table, key) => tree.values.get(toText(table, key))?.slice(),
    has: (table, key) => tree.values.has(toText(table, key)),
    range: (table, options) => rows(tree, table, options),
  };
}

function* rows({ values, keys }: Tree, table: number, options: RangeOptions = {}): Iterable<Row> {
  const { start, end, reverse = false, limit } = options;
  const first = position(keys, start === undefined ? String.fromCharCode(table) : toText(table, start));
  const last = position(keys, end === undefined ? String.fromCharCode(table + 1) : toText(table, end));
  const found = keys.slice(first, last);
  if (reverse) found.reverse();
  for (const key of found.slice(0, limit)) {
    const value = values.get(key);
    if (value !== undefined) yield [Uint8Array.from(Buffer.from(key.slice(1), 'latin1')), value.slice()];
  }
}

function toText(table: number, key: Uint8Array): string {
  return String.fromCharCode(table) + Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString('latin1');
}

/** Index of the first key that is not below `key`. */
function position(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
