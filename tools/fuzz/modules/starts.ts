import type { GenesisDocument } from '#qord/chain/genesis/parse-genesis.ts';
import { gasRows } from '#qord/kernel/module-docs/gas-rows.ts';
import { createModules } from '#qord/modules/index.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import { genesisWith } from '#qord/testing/module-chain.ts';
import { prepareChain } from '../../gas/prepared-chain/prepare.ts';
import type { RandomCall } from './random-call.ts';

/** What a chain of random blocks starts from, and calls that succeed there, at first. */
export type FuzzStart = { readonly genesis: GenesisDocument; readonly calls: readonly RandomCall[] };

/** A new development network. */
export const emptyStart = (): FuzzStart => ({ genesis: genesisWith({}), calls: [] });

/** A network on which every module has records. */
export function preparedStart(): FuzzStart {
  const { exported, prepared } = prepareChain();
  const calls = gasRows(createModules()).flatMap(({ native, module, call: { name, isView } }) =>
    (isView ? [] : (prepared.get(native) ?? [])).map(({ caller, values }) => {
      const account = developmentAccounts.findIndex(({ address }) => address === caller);
      return { account: Math.max(0, account), module, name, inputs: values };
    }),
  );
  return { genesis: exported(), calls };
}
