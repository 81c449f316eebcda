import { readSvmAccount } from '../../../svm/account.ts';
import { nativeMint, tokenPrograms } from '../../../svm/programs.ts';
import type { JsonValue, Methods } from '../../contract.ts';
import { define } from '../../dispatch/define.ts';
import { headState, inContext } from '../context.ts';
import { invalidParams } from '../faults.ts';
import { type AccountOptions, accountOptionsParam } from '../params/account-options.ts';
import { type ContextOptions, contextParam } from '../params/context-options.ts';
import { type Key, keyParam } from '../params/keys.ts';
import { type TokenFilter, tokenFilterParam } from '../params/token-options.ts';
import type { SvmParts } from '../parts.ts';
import { contextOf, listOf, object } from '../schemas.ts';

type TokenParts = Pick<SvmParts, 'chain' | 'svmOnlyLamports'>;

/** Token questions, answered for a chain on which no program has made a token or token account. */
export function tokenMethods(parts: TokenParts): Methods {
  const accountsBy = (whose: string) =>
    define(
      `Token accounts ${whose}.`,
      [keyParam('owner', 'The account, in base58.'), tokenFilterParam, accountOptionsParam],
      contextOf(listOf(object)),
      ([, filter, options]) => tokenAccounts(parts, filter, options),
    );
  const refusal = (summary: string, absent: string, other: string) =>
    define(
      summary,
      [keyParam('pubkey', 'The account, in base58.'), contextParam],
      contextOf(object),
      ([key, options]) => refuse(parts, key, options, { absent, other }),
    );
  return {
    getTokenAccountsByOwner: accountsBy('of an owner'),
    getTokenAccountsByDelegate: accountsBy('that a delegate may spend from'),
    getTokenAccountBalance: refusal('Balance of a token account.', 'could not find account', 'not a Token account'),
    getTokenSupply: refusal('Supply of a token.', 'could not find account', 'not a Token mint'),
    getTokenLargestAccounts: refusal('Largest holders of a token.', 'could not find mint', 'not a Token mint'),
  };
}

function tokenAccounts(
  { chain, svmOnlyLamports }: TokenParts,
  filter: TokenFilter,
  options: AccountOptions,
): JsonValue {
  const { slot, state } = headState(chain, options);
  if ('programId' in filter) {
    if (!tokenPrograms.includes(filter.programId.text)) throw unknownTokenProgram();
  } else if (filter.mint.text !== nativeMint) {
    const mint = readSvmAccount(state, filter.mint.bytes, (key) => svmOnlyLamports(state, key));
    throw mint === undefined ? invalidParams('Invalid param: could not find mint') : unknownTokenProgram();
  }
  return inContext(slot, []);
}

function unknownTokenProgram() {
  return invalidParams('Invalid param: unrecognized Token program id');
}

function refuse(
  { chain, svmOnlyLamports }: TokenParts,
  key: Key,
  options: ContextOptions,
  texts: { readonly absent: string; readonly other: string },
): never {
  const { state } = headState(chain, options);
  const isThere = readSvmAccount(state, key.bytes, (other) => svmOnlyLamports(state, other)) !== undefined;
  throw invalidParams(`Invalid param: ${isThere ? texts.other : texts.absent}`);
}
