import type { Batch } from './batch.ts';
import type { RangeOptions, Reader, Row, Store, Table } from './types.ts';

/** A store in memory, with the behaviour of the one on disk. */
export function createMemoryStore(): Store {
  const tables: Tables = new Map();
  const commit = ({ writes }: Batch) => {
    for (const { table, key, value } of writes) set(contentOf(tables, table), toText(key), value);
  };
  return {
    ...reader(tables),
    commit,
    commitInBackground: async (batch, done) => {
      commit(batch);
      done();
    },
    whenIdle: async (work) => work(),
    close: async () => {},
  };
}

/** Keys are Latin-1 strings, one character per byte: JavaScript orders them as LMDB orders bytes. */
type Content = {
  readonly values: Map<string, Uint8Array>;
  /** in order, as of before the additions and removals in `moved`: the order is only updated for a range read */
  keys: readonly string[];
  readonly moved: Set<string>;
};
type Tables = Map<Table, Content>;

function contentOf(tables: Tables, table: Table): Content {
  const found = tables.get(table) ?? { values: new Map(), keys: [], moved: new Set() };
  tables.set(table, found);
  return found;
}

function set({ values, moved }: Content, key: string, value: Uint8Array | undefined): void {
  if (values.has(key) !== (value !== undefined)) moved.add(key);
  if (value === undefined) values.delete(key);
  else values.set(key, value);
}

function reader(tables: Tables): Reader {
  return {
    get: (table, key) => tables.get(table)?.values.get(toText(key))?.slice(),
    withValue: (table, key, use) => {
      const value = tables.get(table)?.values.get(toText(key))?.slice();
      const result = value && use(value);
      value?.fill(0); // so that a test finds a caller that keeps a view
      return result;
    },
    has: (table, key) => tables.get(table)?.values.has(toText(key)) ?? false,
    range: (table, options) => rows(contentOf(tables, table), options),
  };
}

function* rows(content: Content, options: RangeOptions = {}): Iterable<Row> {
  const { start, end, reverse = false, limit = Number.POSITIVE_INFINITY } = options;
  const keys = orderedKeys(content);
  const first = start === undefined ? 0 : position(keys, toText(start));
  const last = end === undefined ? keys.length : position(keys, toText(end));
  const count = Math.min(limit, last - first);
  for (let at = 0; at < count; at++) {
    const key = keys[reverse ? last - 1 - at : first + at] ?? '';
    const value = content.values.get(key);
    if (value !== undefined) yield [Uint8Array.from(Buffer.from(key, 'latin1')), value.slice()];
  }
}

/** All keys in order: one merge, however many were added or removed. */
function orderedKeys(content: Content): readonly string[] {
  const { values, keys, moved } = content;
  if (moved.size === 0) return keys;
  const merged: string[] = [];
  let at = 0;
  for (const key of [...moved].sort()) {
    const end = position(keys, key, at);
    for (; at < end; at++) merged.push(keys[at] ?? '');
    if (values.has(key)) merged.push(key);
    if (keys[at] === key) at++;
  }
  for (; at < keys.length; at++) merged.push(keys[at] ?? '');
  content.keys = merged;
  content.moved.clear();
  return merged;
}

function toText(key: Uint8Array): string {
  return Buffer.prototype.latin1Slice.call(key, 0, key.length); // no Buffer is made
}

/** Index of the first key, from `from` on, that is not less than `key`. */
function position(keys: readonly string[], key: string, from = 0): number {
  let low = from;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
