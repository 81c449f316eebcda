import { nativeMint, tokenPrograms } from '../../../svm/programs.ts';
import { define } from '../../dispatch/define.ts';
import type { JsonValue, Methods } from '../../types.ts';
import { headState, withContext } from '../context.ts';
import { invalidParams } from '../errors.ts';
import { type AccountOptions, accountOptionsParam } from '../params/account-options.ts';
import { type ContextOptions, contextParam } from '../params/context-options.ts';
import { type Key, keyParam } from '../params/keys.ts';
import { type TokenFilter, tokenFilterParam } from '../params/token-options.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { contextOf, listOf, object } from '../schemas.ts';

/** Token questions, answered for a chain on which no program has made a token or token account. */
export function tokenMethods(parts: AccountDependencies): Methods {
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

function tokenAccounts(parts: AccountDependencies, filter: TokenFilter, options: AccountOptions): JsonValue {
  const at = headState(parts.chain, options);
  if ('programId' in filter) {
    if (!tokenPrograms.includes(filter.programId.text)) throw unknownTokenProgram();
  } else if (filter.mint.text !== nativeMint) {
    const mint = readAccount(parts, at, filter.mint.bytes);
    throw mint === undefined ? invalidParams('Invalid param: could not find mint') : unknownTokenProgram();
  }
  return withContext(at.slot, []);
}

function unknownTokenProgram() {
  return invalidParams('Invalid param: unrecognized Token program id');
}

function refuse(
  parts: AccountDependencies,
  key: Key,
  options: ContextOptions,
  texts: { readonly absent: string; readonly other: string },
): never {
  const at = headState(parts.chain, options);
  const isThere = readAccount(parts, at, key.bytes) !== undefined;
  throw invalidParams(`Invalid param: ${isThere ? texts.other : texts.absent}`);
}
