import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { ModuleContract } from '../engine.ts';
import type { FeeRules } from '../fee-rules.ts';
import type { HookEnvironment, Module } from '../module.ts';
import type { Network } from '../network.ts';
import type { Pool } from '../pools.ts';
import type { SignatureRules } from '../signature-rules.ts';
import type { ModuleCall } from './call.ts';
import { commandName } from './command-name.ts';
import { entryFault } from './entry-fault.ts';
import type { ModuleEvent } from './event.ts';
import type { Faults } from './fault.ts';
import { type AnyParams, type AnySingle, type AnyTable, exportRecords, importRecords } from './genesis.ts';
import { entryDropped, hookFailed } from './hook-failed.ts';
import { nativeContractOf } from './native-contract.ts';
import type { ModuleQuery } from './query.ts';
import type { SignedText } from './signed-text.ts';

/**
 * A native module is part of the chain's state machine and is called like a contract. Its folder holds one declaration,
 * and everything outside of the folder is derived from it:
 *
 *     defineModule({ name, address, doc, params, tables, singles, calls, events, queries, faults, hooks })
 *        │
 *        ├─ contracts       address → precompile: selector → decode → `fault` (pure) → `run` → encode
 *        ├─ initGenesis     section of the genesis document → records;  exportGenesis: records → section
 *        ├─ beginBlock, endBlock   run by the chain around the transactions, in the order of `modules/index.ts`
 *        └─ read by others: the `qor_` methods, commands of `qord tx` and `qord query`, Solidity interfaces, docs/modules
 *
 * - Records are entries of the storage tree of the module's own account: `recordsOf` declares tables and single
 *   records, `paramsOf` the parameters. The first byte of a key is the number of the record and is never reused.
 * - A call has a fixed gas price and one per byte of its arguments; both are charged before the arguments are decoded.
 * - `fault` checks and changes nothing; gas estimation and the command line call it too. `run` has the effect. A fault,
 *   or a ModuleCallError of `run`, reverts with `<module>: <sentence> (<number>)` and undoes every change.
 * - All changes go through `WorldState`, so that one journal undoes EVM code and modules together.
 * - Modules do not import each other. What a module needs of others is its `Dependencies` object.
 * - Execution is deterministic: no clock, randomness, floating point or unordered iteration.
 */

// biome-ignore lint/suspicious/noExplicitAny: calls of all kinds stand in one list
export type AnyCall = ModuleCall<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyEvent = ModuleEvent<any>;

/** A further address of a module, with calls of its own. */
export type Precompile = {
  readonly name: string;
  readonly address: Address;
  readonly calls: readonly AnyCall[];
  /** set when there are several contracts of the kind: `address` is the first of them */
  readonly family?: {
    readonly doc: string;
    /** the other addresses */
    readonly others: readonly Address[];
    /** further contracts of the kind that the state knows, which delegate their calls to the first */
    readonly isMember?: (state: StateView, address: Address) => boolean;
    /** events that each of them emits from its own address */
    readonly events: readonly AnyEvent[];
  };
};

/** What a module's folder declares. Everything outside the folder is derived from it. */
type ModuleDeclaration = {
  readonly name: string;
  /** the address at which it is called; the account of its records and coins */
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
  /** what keys sign for its calls */
  readonly signedTexts?: readonly SignedText[];
  /** why its calls are rejected */
  readonly faults?: Faults;
  /** members of the genesis section of a new network besides the parameters */
  readonly defaultSection?: (network: Network) => object;
  /** further genesis work after the records are written: moves coins, derives records */
  readonly initGenesis?: (context: HookEnvironment) => void;
  readonly beginBlock?: NonNullable<Module['beginBlock']>;
  readonly endBlock?: NonNullable<Module['endBlock']>;
  /** rules for the signatures of transactions; at most one module declares them */
  readonly signatures?: SignatureRules;
  /** fees in other tokens than QOR; at most one module declares them */
  readonly fees?: FeeRules;
  /** the account in which it holds coins for others */
  readonly pool?: Pool;
};

/** A module in the form that chain, command line, interfaces and documentation use. `tables` are all, derived ones too. */
export type NativeModule = Module &
  Required<
    Pick<
      ModuleDeclaration,
      | 'doc'
      | 'tables'
      | 'derivedTables'
      | 'singles'
      | 'calls'
      | 'precompiles'
      | 'events'
      | 'queries'
      | 'signedTexts'
      | 'faults'
    >
  > & {
    readonly params: AnyParams | undefined;
    readonly signatures?: SignatureRules;
    readonly fees?: FeeRules;
    /** every address of the module, with the code that runs there */
    readonly contracts: ReadonlyMap<Address, ModuleContract>;
    /** the genesis section a new network of that kind starts with */
    readonly defaultGenesis: (network: Network) => unknown;
  };

/**
 * Creates a module from its declaration. Throws a RangeError when two records or calls share a number, a selector or
 * the name of a command.
 */
export function defineModule(declaration: ModuleDeclaration): NativeModule {
  const { name, address, params, tables = [], singles = [], calls = [], precompiles = [] } = declaration;
  const { derivedTables = [], defaultSection = () => ({}) } = declaration;
  const storage = { ...(params && { params }), tables, singles };
  const records = [...(params ? [params.record] : []), ...tables, ...derivedTables, ...singles];
  const groups = [...(calls.length > 0 ? [{ address, calls }] : []), ...precompiles];
  const hasHooks = declaration.beginBlock !== undefined || declaration.endBlock !== undefined;
  assertNames(name, records, groups);
  return {
    ...declaration,
    params,
    tables: [...tables, ...derivedTables],
    derivedTables,
    singles,
    calls,
    precompiles,
    events: [...(declaration.events ?? []), ...(hasHooks ? [hookFailed(address), entryDropped(address)] : [])],
    queries: declaration.queries ?? [],
    signedTexts: declaration.signedTexts ?? [],
    faults: declaration.faults ?? {},
    contracts: contractsOf(name, groups),
    defaultGenesis: (network) => ({
      ...(params && { params: params.codec.toPlain(params.defaultsFor(network)) }),
      ...defaultSection(network),
    }),
    initGenesis: (context, section, network) => {
      importRecords(context, section ?? {}, storage, network);
      declaration.initGenesis?.(context);
    },
    entryFault: (key, value) => entryFault({ params, tables: [...tables, ...derivedTables], singles }, key, value),
    exportGenesis: (state) => exportRecords(state, storage),
  };
}

type Group = Pick<Precompile, 'address' | 'calls' | 'family'>;

function contractsOf(name: string, groups: readonly Group[]): ReadonlyMap<Address, ModuleContract> {
  return new Map(
    groups.flatMap(({ address, calls, family }) => {
      const addresses = [address, ...(family?.others ?? [])];
      const contract = nativeContractOf(name, addresses, calls, family?.isMember);
      return addresses.map((each) => [each, contract] as const);
    }),
  );
}

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
