import type { StateView, WorldState } from '../../state/types.ts';
import { CodecError, type PlainData, within } from '../codec/codec.ts';
import { plainObject } from '../codec/structures.ts';
import type { HookEnvironment } from '../module.ts';
import type { Network } from '../network.ts';
import { assertNoLaterBlock, assertNotLater } from './later-block.ts';
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

/** The module's section of a genesis document: parameters, single records, and each table as a list of rows. */
export function exportRecords(state: StateView, { params, tables, singles }: ModuleStorage): PlainData {
  const members: Record<string, PlainData> = {};
  if (params !== undefined) members.params = params.codec.toPlain(params.get(state));
  for (const single of singles) members[single.name] = single.value.toPlain(single.get(state));
  for (const table of tables) {
    members[table.name] = [...table.list(state)].map(([key, value]) => ({
      key: table.keyParts.map((part, at) => part.toPlain(key[at])),
      value: table.value.toPlain(value),
    }));
  }
  return members;
}

/**
 * Writes a section back as records. Parameters left out get the values of the network and are written too, so that
 * other defaults of a later version do not change the rules of this chain. Unknown members throw a CodecError, and so
 * do blocks that the chain cannot have yet.
 */
export function importRecords(
  { state, block }: HookEnvironment,
  section: unknown,
  storage: ModuleStorage,
  network: Network,
): void {
  const members = plainObject(section);
  const next = Number(block.number) + 1;
  const importSingle = (single: AnySingle, plain: unknown) => {
    single.set(state, single.value.fromPlain(plain));
    assertNoLaterBlock(single.value.schema, plain, next);
  };
  const known = new Map<string, (plain: unknown) => void>([
    ...storage.singles.map((single) => [single.name, (plain: unknown) => importSingle(single, plain)] as const),
    ...storage.tables.map((table) => [table.name, (plain: unknown) => importRows(state, table, plain, next)] as const),
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

/**
 * A section that has all parameters but later ones was written by a version without these (a template, an export): they
 * are empty, as they were there. One that leaves out others gets all from the network.
 */
function importParams(state: WorldState, params: AnyParams, plain: unknown, network: Network): void {
  const given = plainObject(plain);
  const all = Object.entries(plainObject(params.codec.toPlain(params.defaultsFor(network))));
  const missing = all.filter(([name]) => !Object.hasOwn(given, name));
  const isOlder = missing.every(([name]) => params.later.includes(name));
  params.set(state, params.codec.fromPlain({ ...(isOlder ? {} : Object.fromEntries(missing)), ...given }));
}

function importRows(state: WorldState, table: AnyTable, plain: unknown, next: number): void {
  if (!Array.isArray(plain)) throw new CodecError('must be a list of rows');
  plain.forEach((row: unknown, at) => {
    within(`[${at}]`, () => importRow(state, table, plainObject(row), next));
  });
}

function importRow(
  state: WorldState,
  table: AnyTable,
  { key, value }: Readonly<Record<string, unknown>>,
  next: number,
): void {
  if (!Array.isArray(key) || key.length !== table.keyParts.length) {
    throw new CodecError(`must be a list of ${table.keyParts.length} parts`, 'key');
  }
  const parts = table.keyParts.map((part, at) => part.fromText(String(key[at])));
  table.keyParts.forEach(({ isBlock }, at) => {
    if (isBlock === true) within(`key[${at}]`, () => assertNotLater(parts[at], next));
  });
  const decoded = within('value', () => table.value.fromPlain(value));
  within('value', () => assertNoLaterBlock(table.value.schema, value, next));
  table.set(state, decoded, ...parts);
}
