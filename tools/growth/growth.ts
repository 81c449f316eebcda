import type { PlainData } from '#qord/kernel/codec/codec.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import type { AnyTable } from '#qord/kernel/module-sdk/genesis.ts';
import { createModules } from '#qord/modules/index.ts';
import type { StateView } from '#qord/state/types.ts';
import { prepareChain } from '../gas/prepared-chain/prepare.ts';
import { type Growth, growthsOf, plainRow, sizeOf } from './clone-rows.ts';
import { firstRows, type PlainRow } from './first-rows.ts';
import { type GrowthResult, measureGrowth, queuesOf } from './measure-growth.ts';
import { interfaceRequests, measureRequest } from './measure-interfaces.ts';
import { callSubjects, querySubjects, type ReaderOfHead, type Subject } from './measure-reads.ts';
import type { Measured } from './verdict.ts';

type Prepared = ReturnType<typeof prepareChain>;

/**
 * Every way in which the records of the modules, or of one, or of one of its tables (`staking.unbonding`), can become
 * numerous, from the declarations of their tables. Throws a RangeError for a table without a row to copy.
 */
export function allGrowths({ chain, prepared }: Prepared, only?: string): readonly Growth[] {
  const modules = createModules();
  const state = chain.headState();
  const missing = addedRows(chain);
  const used = JSON.stringify([...prepared.values()], (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const rowOf = (module: NativeModule, table: AnyTable) => {
    const name = `${module.name}.${table.name}`;
    const row = mostUsed(rowsNamed(name, modules, state), used) ?? missing[name];
    if (row === undefined) throw new RangeError(`no row of ${name}: add one to first-rows.ts`);
    return row;
  };
  const [wanted] = only?.split('.') ?? [];
  const chosen = modules.filter(({ name }) => wanted === undefined || name === wanted);
  const found = chosen.flatMap((module) => growthsOf(module, modules, state, rowOf));
  return distinct(only === wanted ? found : found.filter(({ name }) => name.split(' ')[0] === only));
}

/** A row of each kind that the prepared chain has none of, by `module.table`. */
export function addedRows(chain: Prepared['chain']): Readonly<Record<string, PlainRow>> {
  const { number, timestamp } = chain.reader.head();
  return firstRows({
    soon: timestamp + 1,
    soonHeight: number + 1,
    rowWith: (name, member, text) => {
      const rows = rowsNamed(name, createModules(), chain.headState());
      const found = rows.find(({ value }) => Object(value)[member] === text);
      if (found === undefined) throw new RangeError(`no row of ${name} with ${member} ${text}`);
      return found;
    },
  });
}

/** One of those that copy the same rows: an account with everything it has is copied once. */
function distinct(growths: readonly Growth[]): readonly Growth[] {
  const nameOf = ({ part, value, originals }: Growth) =>
    [part.toDigits(value), ...originals.map(({ table: { doc } }) => doc).sort()].join();
  return [...new Map([...growths].reverse().map((growth) => [nameOf(growth), growth])).values()].reverse();
}

function rowsNamed(name: string, modules: readonly NativeModule[], state: StateView): readonly PlainRow[] {
  return modules.flatMap((module) =>
    module.tables.flatMap((table) =>
      name === `${module.name}.${table.name}` ? [...table.list(state)].map((entry) => plainRow(table, entry)) : [],
    ),
  );
}

/** The row whose key the prepared calls name most; the shortest of several: there will be ten thousand. */
function mostUsed(rows: readonly PlainRow[], used: string): PlainRow | undefined {
  const uses = ({ key }: PlainRow) => key.filter((part) => typeof part === 'string' && used.includes(part)).length;
  return [...rows].sort((left, right) => uses(right) - uses(left) || sizeOf(left) - sizeOf(right))[0];
}

/** Measures only blocks, with the records that wait for a time or a height. */
export const onlyDue = 'due';

/**
 * Measures the growths of a module, of a table, of all, or (`onlyDue`) those of queues; `report` gets each as soon as it is
 * measured.
 */
export async function measureGrowths(
  only: string | undefined,
  report: (growth: Growth, result: GrowthResult | Error) => void,
): Promise<void> {
  const prepared = prepareChain();
  if (only === onlyDue) {
    for (const growth of allGrowths(prepared).filter((each) => queuesOf(each).length > 0))
      report(growth, await measureGrowth(prepared, growth, []).catch(toError));
    return;
  }
  const modules = createModules();
  const { chain } = prepared;
  const head: ReaderOfHead = { headState: () => chain.headState(), reader: chain.reader, chain };
  const calls = callSubjects(modules, prepared.prepared).map((subject) => ({ ...subject, kind: 'call' as const }));
  const asked = await requestSubjects(head);
  for (const growth of allGrowths(prepared, only)) {
    const methods = querySubjects(modules, head, keysOf(growth)).map((subject) => {
      const isList = modules.some(({ queries }) =>
        queries.some(({ name, readPage }) => readPage !== undefined && subject.name.startsWith(`${name}(`)),
      );
      return { ...subject, kind: isList ? ('list' as const) : ('method' as const) };
    });
    report(growth, await measureGrowth(prepared, growth, [...calls, ...methods, ...asked]).catch(toError));
  }
}

/** The requests to both interfaces that have an answer on the prepared chain. */
async function requestSubjects(head: ReaderOfHead): Promise<readonly (Subject & Pick<Measured, 'kind'>)[]> {
  const subjects: (Subject & Pick<Measured, 'kind'>)[] = [];
  for (const request of interfaceRequests) {
    if ((await measureRequest(head.chain, request)) === undefined) {
      console.log(`  no answer: ${request.method}`);
      continue;
    }
    subjects.push({
      name: `${request.method}(${request.params
        .map((param) => JSON.stringify(param))
        .join(', ')
        .slice(0, 60)})`,
      kind: request.isList ? 'list' : 'method',
      measure: async ({ chain }) => (await measureRequest(chain, request)) ?? { ms: 0, rows: 0 },
    });
  }
  return subjects;
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function keysOf({ originals }: Growth): readonly PlainData[] {
  return [...new Set(originals.flatMap(({ row }) => row.key))];
}
