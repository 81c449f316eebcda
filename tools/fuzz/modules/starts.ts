import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import { createModules } from '#qord/modules/index.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import type { Store } from '#qord/store/types.ts';
import { genesisWith } from '#qord/testing/module-chain.ts';
import { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import type { RandomCall } from './random-call.ts';

/** What a chain of random blocks starts from, and calls that succeed there. */
export type FuzzStart = {
  readonly genesis: GenesisDocument;
  /** data of a chain that has begun with it, which continues; without them a new one begins */
  readonly data?: Store;
  /** calls that succeed there, at first */
  readonly calls: readonly RandomCall[];
  /** reads that succeed there, at first */
  readonly views: readonly RandomCall[];
  /** how many random blocks follow */
  readonly blocks: number;
};

const blocks = 150;

/** A new development network. */
export const emptyStart = (): FuzzStart => ({ genesis: genesisWith({}), calls: [], views: [], blocks });

/** A network on which every module has records. */
export function preparedStart(): FuzzStart {
  const preparation = prepareChain();
  return { genesis: preparation.exported(), ...callsOf(preparation), blocks };
}

/** What the preparation knows to succeed. */
export function callsOf({ prepared }: ReturnType<typeof prepareChain>): Pick<FuzzStart, 'calls' | 'views'> {
  const all = gasRows(createModules()).flatMap(({ native, module, call: { name, isView } }) =>
    (prepared.get(native) ?? []).map(({ caller, values }) => {
      const account = developmentAccounts.findIndex(({ address }) => address === caller);
      return { isView, call: { account: Math.max(0, account), module, name, inputs: values } };
    }),
  );
  const some = (views: boolean) => all.filter(({ isView }) => isView === views).map(({ call }) => call);
  return { calls: some(false), views: some(true) };
}
