import { nativeMint, tokenPrograms } from '../../../svm/programs.ts';
import { define } from '../../dispatch/define.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods } from '../../method.ts';
import { headState, withContext } from '../context.ts';
import { invalidParams } from '../errors.ts';
import { type AccountOptions, accountOptionsParam } from '../params/account-options.ts';
import { type ContextOptions, contextParam } from '../params/context-options.ts';
import { type Key, keyParam } from '../params/keys.ts';
import { type TokenFilter, tokenFilterParam } from '../params/token-options.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { contextOf, listOf, object } from '../schemas.ts';

/** Token methods, for a chain that has neither tokens nor token accounts. */
export function tokenMethods(dependencies: AccountDependencies): Methods {
  const accountsBy = (whose: string) =>
    define(
      `Token accounts ${whose}.`,
      [keyParam('owner', 'The account, in base58.'), tokenFilterParam, accountOptionsParam],
      contextOf(listOf(object)),
      ([, filter, options]) => tokenAccounts(dependencies, filter, options),
    );
  const alwaysRejected = (summary: string, absent: string, other: string) =>
    define(
      summary,
      [keyParam('pubkey', 'The account, in base58.'), contextParam],
      contextOf(object),
      ([key, options]) => reject(dependencies, key, options, { absent, other }),
    );
  return {
    getTokenAccountsByOwner: accountsBy('of an owner'),
    getTokenAccountsByDelegate: accountsBy('that a delegate may spend from'),
    getTokenAccountBalance: alwaysRejected(
      'Balance of a token account.',
      'could not find account',
      'not a Token account',
    ),
    getTokenSupply: alwaysRejected('Supply of a token.', 'could not find account', 'not a Token mint'),
    getTokenLargestAccounts: alwaysRejected('Largest holders of a token.', 'could not find mint', 'not a Token mint'),
  };
}

function tokenAccounts(dependencies: AccountDependencies, filter: TokenFilter, options: AccountOptions): JsonValue {
  const at = headState(dependencies.chain, options);
  if ('programId' in filter) {
    if (!tokenPrograms.includes(filter.programId.text)) throw unknownTokenProgram();
  } else if (filter.mint.text !== nativeMint) {
    const mint = readAccount(dependencies, at, filter.mint.bytes);
    throw mint === undefined ? invalidParams('Invalid param: could not find mint') : unknownTokenProgram();
  }
  return withContext(at.slot, []);
}

function unknownTokenProgram() {
  return invalidParams('Invalid param: unrecognized Token program id');
}

function reject(
  dependencies: AccountDependencies,
  key: Key,
  options: ContextOptions,
  texts: { readonly absent: string; readonly other: string },
): never {
  const at = headState(dependencies.chain, options);
  const isThere = readAccount(dependencies, at, key.bytes) !== undefined;
  throw invalidParams(`Invalid param: ${isThere ? texts.other : texts.absent}`);
}
