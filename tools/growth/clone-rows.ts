import { CodecError, type PlainData } from '#qord/kernel/codec/codec.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import type { KeyPart } from '#qord/kernel/module-sdk/record-key.ts';
import { bigintToFixedBytes } from '#qord/primitives/bytes.ts';
import { isObject } from '#qord/primitives/objects.ts';
import type { StateView, WorldState } from '#qord/state/types.ts';
import type { PlainRow } from './first-rows.ts';

/** A row that is copied. */
type Original = { readonly table: AnyTable; readonly row: PlainRow };

/**
 * One way in which a kind of record can become numerous: the rows differ in one part of the key. Whatever else the
 * prepared chain has of the same value of that part is copied with it: ten thousand validators are as many accounts with
 * a validator, its rewards, its reputation and its delegation.
 */
export type Growth = {
  readonly name: string;
  readonly part: KeyPart<unknown>;
  /** its value in the originals */
  readonly value: unknown;
  readonly originals: readonly Original[];
};

/** When copies become due that have a time or a height at which they are. */
export type Due = { readonly time: number; readonly height: number };

/** The plain row of an original. */
export function plainRow(table: AnyTable, [key, value]: readonly [readonly unknown[], unknown]): PlainRow {
  return { key: table.keyParts.map((part, at) => part.toPlain(key[at])), value: table.value.toPlain(value) };
}

/** Every growth of the tables of a module. `rowOf` returns a row of a table, `module.table`. */
export function growthsOf(
  module: NativeModule,
  all: readonly NativeModule[],
  state: StateView,
  rowOf: (module: NativeModule, table: AnyTable) => PlainRow,
): readonly Growth[] {
  const tables = module.tables.filter(({ keyParts }) => keyParts.length > 0); // others have one row at most
  return tables.flatMap((table) => {
    const row = rowOf(module, table);
    return table.keyParts.flatMap((part, at) => {
      if (isDue(part) && table.keyParts.length > 1) return []; // they become due together
      if (isBounded(part, row.key[at])) return []; // there can be few
      const text = row.key[at];
      const value = part.fromText(String(text));
      const originals = [{ table, row }, ...relatives(module, all, state, { table, row }, at)];
      if (originals.every((original) => isDerived(original, all))) return []; // no chain has them without their source
      const name = `${module.name}.${table.name}${table.keyParts.length > 1 ? ` by ${part.name}` : ''}`;
      return [{ name, part, value, originals }];
    });
  });
}

const isDerived = ({ table }: Original, all: readonly NativeModule[]) =>
  all.some(({ derivedTables }) => derivedTables.includes(table));

/** Whether the part is a number that no genesis may have as large as those of the copies. */
function isBounded(part: KeyPart<unknown>, value: PlainData | undefined): boolean {
  if (typeof value !== 'number') return false;
  try {
    part.fromText(String(firstCopy));
    return false;
  } catch (error) {
    if (error instanceof CodecError) return true;
    throw error;
  }
}

/** Rows of other tables with the same value of the part: by its name within the module, by its text everywhere. */
function relatives(
  own: NativeModule,
  all: readonly NativeModule[],
  state: StateView,
  { table, row }: Original,
  at: number,
): readonly Original[] {
  const name = table.keyParts[at]?.name;
  const plain = row.key[at];
  const isText = typeof plain === 'string';
  return all.flatMap((module) =>
    module.tables.flatMap((other) => {
      if (other === table || !(module === own || isText)) return [];
      const isSame = (found: PlainRow) =>
        other.keyParts.some((part, index) => found.key[index] === plain && (isText || part.name === name)) &&
        (module !== own || other.keyParts.every((part, index) => agrees(part, found.key[index], { table, row }, at)));
      const found = shortestOf(other, state, isSame);
      return found === undefined ? [] : [{ table: other, row: found }];
    }),
  );
}

/** Whether the part is none of the other parts of the row's key, or has the same value. */
function agrees(part: KeyPart<unknown>, value: PlainData | undefined, { table, row }: Original, at: number): boolean {
  const index = table.keyParts.findIndex(({ name }) => name === part.name);
  return index < 0 || index === at || isDue(part) || row.key[index] === value;
}

/** The shortest row that is wanted. */
function shortestOf(table: AnyTable, state: StateView, isWanted: (row: PlainRow) => boolean): PlainRow | undefined {
  const rows = [...table.list(state)].map((entry) => plainRow(table, entry)).filter(isWanted);
  return rows.sort((left, right) => sizeOf(left) - sizeOf(right))[0];
}

/** Characters that a row takes in a genesis. */
export const sizeOf = (row: PlainRow): number => JSON.stringify(row).length;

/** Whether rows wait for a time or a height, which is this part of their key. */
export function isDue(part: KeyPart<unknown>): boolean {
  return part.name === 'time' || (part.name === 'height' && part.isBlock !== true);
}

/** Writes copy number `index` of the originals, with the codecs of their tables. */
export function writeCopy(state: WorldState, { part, value, originals }: Growth, due: Due, index: number): void {
  const [before, after] = [part.toPlain(value), part.toPlain(variant(part, value, index))];
  const replaced = new Map<PlainData, PlainData>(typeof before === 'string' ? [[before, after]] : []);
  for (const { table, row } of originals)
    for (const [at, own] of table.keyParts.entries())
      if (isDue(own)) replaced.set(row.key[at] ?? null, dueOf(own, due));
  for (const { table, row } of originals) {
    const key = table.keyParts.map((own, at) => {
      const plain = row.key[at] ?? null;
      if (isDue(own)) return dueOf(own, due);
      const isSame = plain === before && (typeof plain === 'string' || own.name === part.name);
      return isSame ? after : plain;
    });
    const values = key.map((plain, at) => table.keyParts[at]?.fromText(String(plain)));
    table.set(state, valueWith(table, row.value, replaced), ...values);
  }
}

const dueOf = ({ name }: KeyPart<unknown>, { time, height }: Due) => (name === 'time' ? time : height);

/** The value, which refers to the copy by the new text; a word from a list that happens to be the text stays. */
function valueWith({ value }: AnyTable, plain: PlainData, replaced: ReadonlyMap<PlainData, PlainData>): unknown {
  try {
    return value.fromPlain(withReplaced(plain, replaced));
  } catch (error) {
    if (error instanceof CodecError) return value.fromPlain(plain);
    throw error;
  }
}

/** The number of the first copy: above those of the prepared chain. */
const firstCopy = 2 ** 33;

/** Another value of the part for each index: in the order of the indices, behind those of the prepared chain. */
function variant(part: KeyPart<unknown>, value: unknown, index: number): unknown {
  if (typeof value === 'number') return firstCopy + index;
  const digits = index.toString(16).padStart(8, '0');
  if (typeof value === 'string' && !value.startsWith('0x'))
    return /[0-9a-f]{16}$/.test(value) ? value.slice(0, -8) + digits : `${value}-${digits}`;
  const bytes = Buffer.from(part.toDigits(value), 'hex');
  bytes.set(bigintToFixedBytes(BigInt(index), 6), bytes.length - 6);
  return part.decode(bytes).value;
}

function withReplaced(plain: PlainData, replaced: ReadonlyMap<PlainData, PlainData>): PlainData {
  if (Array.isArray(plain)) return plain.map((item: PlainData) => withReplaced(item, replaced));
  if (isObject(plain))
    return Object.fromEntries(
      Object.entries(plain).map(([name, member]) => [name, withReplaced(member as PlainData, replaced)]),
    );
  return replaced.get(plain) ?? plain;
}
