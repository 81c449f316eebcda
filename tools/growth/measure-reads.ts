import type { Chain } from '#qord/chain/chain.ts';
import type { ChainReader } from '#qord/chain/types.ts';
import { createEngine } from '#qord/evm/engine.ts';
import { precompiles } from '#qord/evm/precompiles/precompiles.ts';
import type { PlainData } from '#qord/kernel/codec/codec.ts';
import { gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { type ModuleQuery, QueryError } from '#qord/kernel/module-sdk/query.ts';
import { joinNatives } from '#qord/kernel/natives.ts';
import { overviewQueries } from '#qord/modules/readers.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import type { MaybePromise } from '#qord/primitives/maybe-promise.ts';
import type { StateView } from '#qord/state/types.ts';
import { createWorldState } from '#qord/state/world-state.ts';
import { startCpuTime } from '#qord/testing/process/cpu-time.ts';
import type { PreparedCall } from '../gas/prepared-chain/prepared-chain.ts';
import { RowCounter } from './counted-modules.ts';

/** What a call or a method took: milliseconds of processor time, gas of a call, rows that a method read. */
export type Cost = { readonly ms: number; readonly gas?: number; readonly rows?: number };

/** Something that is measured on the state of a head. */
export type Subject = { readonly name: string; measure(chain: ReaderOfHead): MaybePromise<Cost> };

/** A chain whose head is read. */
export type ReaderOfHead = { headState(): StateView; readonly reader: ChainReader; readonly chain: Chain };

/** Gas of a whole block: no call can have more. */
const plentyGas = 100_000_000n;

/** Every call that succeeds on the prepared chain, views included. */
export function callSubjects(
  modules: readonly NativeModule[],
  prepared: ReadonlyMap<string, readonly PreparedCall[]>,
): readonly Subject[] {
  const engine = createEngine();
  const options = { natives: joinNatives(precompiles('osaka'), modules), shouldStop: () => false };
  return gasRows(modules).flatMap(({ native, address, call }) =>
    (prepared.get(native) ?? []).map(({ values, caller, value }, at) => {
      const data = concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), values));
      const message = { caller, origin: caller, to: address, value, data, gas: plentyGas, gasPrice: 0n };
      const lists = { blobHashes: [], accessList: [], warmAccounts: [], refund: 0n };
      return {
        name: at === 0 ? native : `${native}, ${at + 1}`,
        measure: ({ headState, reader }: ReaderOfHead) => {
          const block = reader.states.environmentAt('next');
          if (block === undefined) throw new Error('no next block');
          const state = createWorldState(headState());
          const elapsed = startCpuTime();
          const { gasLeft } = engine.run(block, { ...message, ...lists }, state, options);
          return { ms: elapsed(), gas: Number(plentyGas - gasLeft) };
        },
      };
    }),
  );
}

/** Every method of the qor_ namespace that has an answer for some of the texts and numbers, with these. */
export function querySubjects(
  modules: readonly NativeModule[],
  chain: ReaderOfHead,
  candidates: readonly PlainData[],
): readonly Subject[] {
  const queries = [...modules.flatMap((module) => module.queries), ...overviewQueries];
  return queries.flatMap((query) => {
    const args = answeredArguments(query, chain, candidates);
    if (args === undefined) return [];
    const shown = args.map((value) => String(value).slice(0, 40)).join(', ');
    return [{ name: `${query.name}(${shown})`, measure: (at: ReaderOfHead) => measureQuery(query, at, args) }];
  });
}

function measureQuery(query: ModuleQuery, { headState, reader }: ReaderOfHead, args: readonly unknown[]): Cost {
  const block = reader.states.environmentAt(reader.head().number);
  if (block === undefined) throw new Error('no head');
  const counter = new RowCounter();
  const parsed = query.params.map((param, at) => param.parse(args[at]));
  const state = counter.overView(headState());
  const elapsed = startCpuTime();
  query.read({ state, block }, parsed);
  return { ms: elapsed(), rows: counter.rows };
}

/** The first arguments, of the examples and the candidates, with which the method has an answer. */
function answeredArguments(
  query: ModuleQuery,
  chain: ReaderOfHead,
  candidates: readonly PlainData[],
): readonly unknown[] | undefined {
  const choices = query.params.map(({ example }) => [example, ...candidates]);
  return combinations(choices).find((args) => {
    try {
      measureQuery(query, chain, args);
      return true;
    } catch (error) {
      if (error instanceof QueryError) return false;
      throw error;
    }
  });
}

function combinations(choices: readonly (readonly PlainData[])[]): readonly (readonly PlainData[])[] {
  return choices.reduce<readonly (readonly PlainData[])[]>(
    (all, next) => all.flatMap((head) => next.map((choice) => [...head, choice])),
    [[]],
  );
}
