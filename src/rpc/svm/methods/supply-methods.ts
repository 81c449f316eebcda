import type { ChainReader } from '../../../chain/contract.ts';
import { toBase58 } from '../../../primitives/address.ts';
import type { Methods } from '../../contract.ts';
import { define } from '../../dispatch/define.ts';
import { headState, inContext } from '../context.ts';
import { optionsParam, readContextOptions } from '../params/context-options.ts';
import { optional, readBoolean } from '../params/read.ts';
import { contextOf, object } from '../schemas.ts';
import { reserveAccounts, supplyOf } from '../supply.ts';

const supplyOptionsParam = optionsParam(
  (members) => ({
    ...readContextOptions(members),
    withoutList: optional(members.excludeNonCirculatingAccountsList, readBoolean) ?? false,
  }),
  'Options: excludeNonCirculatingAccountsList, commitment.',
);

/** How much there is. */
export function supplyMethods(chain: ChainReader): Methods {
  return {
    getSupply: define(
      'Lamports in existence; those in reserves of the chain itself do not circulate.',
      [supplyOptionsParam],
      contextOf(object),
      ([options]) => {
        const { slot, state } = headState(chain, options);
        const listed = options.withoutList ? [] : reserveAccounts;
        const nonCirculatingAccounts = listed.map((address) => toBase58(address));
        return inContext(slot, { ...supplyOf(state), nonCirculatingAccounts });
      },
    ),
  };
}
