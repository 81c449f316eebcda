import type { Address } from '../../primitives/address.ts';
import type { ModuleContract } from '../engine.ts';
import type { HookEnvironment, Module } from '../module.ts';
import { commandName } from '../module-docs/command-name.ts';
import type { Network } from '../network.ts';
import type { ModuleCall } from './call.ts';
import type { ModuleEvent } from './event.ts';
import type { Faults } from './fault.ts';
import { type AnyParams, type AnySingle, type AnyTable, exportRecords, importRecords } from './genesis.ts';
import { nativeContractOf } from './native-contract.ts';
import type { ModuleQuery } from './query.ts';

// biome-ignore lint/suspicious/noExplicitAny: calls of all kinds stand in one list
export type AnyCall = ModuleCall<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyEvent = ModuleEvent<any>;

/** A further address a module answers at, with calls of its own. */
export type Precompile = { readonly name: string; readonly address: Address; readonly calls: readonly AnyCall[] };

/** What a module's folder declares. Everything outside the folder is derived from it. */
export type ModuleDeclaration = {
  readonly name: string;
  /** where it is called; its records and coins stand under this account */
  readonly address: Address;
  /** one sentence: what it is for */
  readonly doc: string;
  readonly params?: AnyParams;
  readonly tables?: readonly AnyTable[];
  /** tables that follow from the others: `initGenesis` rebuilds them, so a genesis document leaves them out */
  readonly derivedTables?: readonly AnyTable[];
  readonly singles?: readonly AnySingle[];
  readonly calls?: readonly AnyCall[];
  /** calls at other addresses than the module's own */
  readonly precompiles?: readonly Precompile[];
  readonly events?: readonly AnyEvent[];
  readonly queries?: readonly ModuleQuery[];
  /** why its calls are rejected */
  readonly faults?: Faults;
  /** members of the genesis section of a new network, besides the parameters */
  readonly defaultSection?: (network: Network) => object;
  /** further genesis work after the records are in: coins to move, records to derive */
  readonly initGenesis?: (context: HookEnvironment) => void;
  readonly beginBlock?: NonNullable<Module['beginBlock']>;
  readonly endBlock?: NonNullable<Module['endBlock']>;
};

/** A module as chain, command line, interfaces and documentation see it. */
export type NativeModule = Module &
  Required<
    Pick<ModuleDeclaration, 'doc' | 'tables' | 'singles' | 'calls' | 'precompiles' | 'events' | 'queries' | 'faults'>
  > & {
    readonly params: AnyParams | undefined;
    /** every address it answers at, with the code that runs there */
    readonly contracts: ReadonlyMap<Address, ModuleContract>;
    /** the genesis section a new network of that kind starts with */
    readonly defaultGenesis: (network: Network) => unknown;
  };

/** Declaration → module. Throws a RangeError when two records or calls share a number, a selector or the name of a command. */
export function defineModule(declaration: ModuleDeclaration): NativeModule {
  const { name, address, params, tables = [], singles = [], calls = [], precompiles = [] } = declaration;
  const { derivedTables = [], defaultSection = () => ({}) } = declaration;
  const keeping = { ...(params && { params }), tables, singles };
  const records = [...(params ? [params.record] : []), ...tables, ...derivedTables, ...singles];
  const groups = [...(calls.length > 0 ? [{ address, calls }] : []), ...precompiles];
  assertNames(name, records, groups);
  return {
    ...declaration,
    params,
    tables: [...tables, ...derivedTables],
    singles,
    calls,
    precompiles,
    events: declaration.events ?? [],
    queries: declaration.queries ?? [],
    faults: declaration.faults ?? {},
    contracts: new Map(groups.map((group) => [group.address, nativeContractOf(name, group.address, group.calls)])),
    defaultGenesis: (network) => ({
      ...(params && { params: params.codec.toPlain(params.defaultsFor(network)) }),
      ...defaultSection(network),
    }),
    initGenesis: (context, section) => {
      importRecords(context.state, section ?? {}, keeping);
      declaration.initGenesis?.(context);
    },
    exportGenesis: (state, height = 0) => exportRecords(state, keeping, height),
  };
}

type Group = Pick<Precompile, 'address' | 'calls'>;

function assertNames(module: string, records: readonly (AnyTable | AnySingle)[], groups: readonly Group[]): void {
  const assertDistinct = (what: string, values: readonly unknown[]) => {
    const twice = values.find((value, at) => values.indexOf(value) !== at);
    if (twice !== undefined) throw new RangeError(`module ${module} uses ${what} ${String(twice)} twice`);
  };
  const commands = groups.flatMap(({ calls }) => calls).filter(({ isCommand }) => isCommand);
  const [views, changes] = [true, false].map((isView) => commands.filter((call) => call.isView === isView));
  assertDistinct(
    'record number',
    records.map(({ number }) => number),
  );
  for (const { calls } of groups)
    assertDistinct(
      'selector',
      calls.map(({ selector }) => selector),
    );
  assertDistinct('query command', [...records, ...(views ?? [])].map(commandName));
  assertDistinct('tx command', (changes ?? []).map(commandName));
}
