import type { ChainReader } from '../../../chain/types.ts';
import { reserveAccounts } from '../../../modules/readers.ts';
import { type Address, toBase58 } from '../../../primitives/address.ts';
import { weiToLamports } from '../../../primitives/units.ts';
import type { MainThread } from '../../../scheduling/main-thread.ts';
import type { StateView } from '../../../state/types.ts';
import { keyToBase58 } from '../../../svm/account-name.ts';
import { define } from '../../dispatch/define.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods } from '../../method.ts';
import { mapValue } from '../../params/param-type.ts';
import { headState, withContext } from '../context.ts';
import { LargestAccounts } from '../largest-accounts.ts';
import { contextMembers, contextOptionsOf, optionsParam } from '../params/context-options.ts';
import { booleanType, optionsType, wordType } from '../params/svm-type.ts';
import { contextOf, listOf, object } from '../schemas.ts';
import { supplyOf } from '../supply.ts';

const supplyOptionsParam = optionsParam(
  mapValue(
    optionsType({ ...contextMembers, excludeNonCirculatingAccountsList: booleanType }),
    ({ excludeNonCirculatingAccountsList: withoutList = false, ...context }) => ({
      ...contextOptionsOf(context),
      withoutList,
    }),
  ),
  'Options: excludeNonCirculatingAccountsList, commitment.',
);

/** An account with its wei. */
type Holder = readonly [Address, bigint];

const accountKinds = ['circulating', 'nonCirculating'] as const;
const listedAccounts = 20;

const largestOptionsParam = optionsParam(
  mapValue(optionsType({ ...contextMembers, filter: wordType(accountKinds) }), ({ filter, ...context }) => ({
    ...contextOptionsOf(context),
    filter,
  })),
  'Options: filter (circulating, nonCirculating), commitment.',
);

/** Total supply, and the largest accounts. */
export function supplyMethods(chain: ChainReader, mainThread: MainThread): Methods {
  const largest = new LargestAccounts(chain, mainThread);
  return {
    getLargestAccounts: define(
      `The ${listedAccounts} accounts of the ledger that hold the most, the largest first.`,
      [largestOptionsParam],
      contextOf(listOf(object)),
      async ([options]) => {
        const { slot, state } = headState(chain, options);
        if (options.filter === 'nonCirculating') return withContext(slot, encodeHolders(reserves(state)));
        const isListed = (account: Address) => options.filter === undefined || !reserveAccounts.includes(account);
        const { height, accounts } = await largest.find(listedAccounts, isListed);
        return withContext(height, encodeHolders(accounts));
      },
    ),
    getSupply: define(
      'Lamports in existence; what the accounts of the chain itself hold (reserves, stakes, escrow) does not circulate.',
      [supplyOptionsParam],
      contextOf(object),
      ([options]) => {
        const { slot, state } = headState(chain, options);
        const listed = options.withoutList ? [] : reserveAccounts;
        const nonCirculatingAccounts = listed.map((address) => toBase58(address));
        return withContext(slot, { ...supplyOf(state), nonCirculatingAccounts });
      },
    ),
  };
}

/** The reserves of the chain, the largest first. */
function reserves(state: StateView): readonly Holder[] {
  const held = reserveAccounts.map((account): Holder => [account, state.account(account)?.balance ?? 0n]);
  return held.sort(([, left], [, right]) => (left < right ? 1 : -1));
}

function encodeHolders(holders: readonly Holder[]): JsonValue {
  return holders.map(([account, wei]) => ({ address: keyToBase58(account), lamports: weiToLamports(wei) }));
}
