import type { StateView, WorldState } from '../../state/types.ts';
import { type Codec, CodecError, type PlainData, within } from '../codec/codec.ts';
import { plainObject } from '../codec/structures.ts';
import type { Network } from '../network.ts';
import type { ModuleParams } from './params.ts';
import type { RecordTable, SingleRecord } from './record.ts';

// biome-ignore lint/suspicious/noExplicitAny: tables of all kinds stand in one list
export type AnyTable = RecordTable<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnySingle = SingleRecord<any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyParams = ModuleParams<any>;

/** Everything that a module stores. */
type ModuleStorage = {
  readonly params?: AnyParams;
  readonly tables: readonly AnyTable[];
  readonly singles: readonly AnySingle[];
};

/**
 * The module's section of a genesis document: parameters, single records, and each table as a list of rows. Heights
 * with an effect are rebased for a new chain that starts from block `height` of this one.
 */
export function exportRecords(state: StateView, { params, tables, singles }: ModuleStorage, height: number): PlainData {
  const members: Record<string, PlainData> = {};
  if (params !== undefined) members.params = params.codec.toPlain(params.get(state));
  for (const single of singles) members[single.name] = exported(single.value, single.get(state), height);
  for (const table of tables) {
    members[table.name] = [...table.list(state)].map(([key, value]) => ({
      key: table.keyParts.map((part, at) => exported(part, key[at], height)),
      value: exported(table.value, value, height),
    }));
  }
  return members;
}

function exported<T>({ toPlain, rebase }: Pick<Codec<T>, 'toPlain' | 'rebase'>, value: T, height: number): PlainData {
  return toPlain(rebase === undefined ? value : rebase(value, height));
}

/**
 * Writes a section back as records. Parameters left out get the values of the network and are written too, so that
 * other defaults of a later version do not change the rules of this chain. Unknown members throw a CodecError.
 */
export function importRecords(state: WorldState, section: unknown, storage: ModuleStorage, network: Network): void {
  const members = plainObject(section);
  const known = new Map<string, (plain: unknown) => void>([
    ...storage.singles.map(
      (single) => [single.name, (plain: unknown) => single.set(state, single.value.fromPlain(plain))] as const,
    ),
    ...storage.tables.map((table) => [table.name, (plain: unknown) => importRows(state, table, plain)] as const),
  ]);
  const { params } = storage;
  if (params !== undefined) {
    known.set('params', (plain) => importParams(state, params, plain, network));
    if (members.params === undefined) params.set(state, params.defaultsFor(network));
  }
  for (const [name, plain] of Object.entries(members)) {
    const read = known.get(name);
    if (read === undefined) throw new CodecError('is not known', name);
    within(name, () => read(plain));
  }
}

function importParams(state: WorldState, params: AnyParams, plain: unknown, network: Network): void {
  const defaults = plainObject(params.codec.toPlain(params.defaultsFor(network)));
  params.set(state, params.codec.fromPlain({ ...defaults, ...plainObject(plain) }));
}

function importRows(state: WorldState, table: AnyTable, plain: unknown): void {
  if (!Array.isArray(plain)) throw new CodecError('must be a list of rows');
  plain.forEach((row: unknown, at) => {
    within(`[${at}]`, () => importRow(state, table, plainObject(row)));
  });
}

function importRow(state: WorldState, table: AnyTable, { key, value }: Readonly<Record<string, unknown>>): void {
  if (!Array.isArray(key) || key.length !== table.keyParts.length) {
    throw new CodecError(`must be a list of ${table.keyParts.length} parts`, 'key');
  }
  const parts = table.keyParts.map((part, at) => part.fromText(String(key[at])));
  const decoded = within('value', () => table.value.fromPlain(value));
  table.set(state, decoded, ...parts);
}
