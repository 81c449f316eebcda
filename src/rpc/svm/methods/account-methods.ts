import { define } from '../../dispatch/define.ts';
import { HeadResponseCache } from '../../head-response-cache.ts';
import type { Methods } from '../../types.ts';
import { headState, withContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import { type AccountOptions, accountOptionsParam } from '../params/account-options.ts';
import { contextParam, headFor } from '../params/context-options.ts';
import { type Key, keyParam, keysParam } from '../params/keys.ts';
import { type AccountDependencies, readAccount, readBalance } from '../read-account.ts';
import { account, contextOf, integer, listOf, orNull } from '../schemas.ts';

/** Most accounts in one question. */
const maxAccounts = 100;

/** Characters of accounts at the head that are kept: wallets and pages ask for the same ones again and again. */
const keptCharacters = 4 * 1024 * 1024;

/** Accounts and balances. */
export function accountMethods(parts: AccountDependencies): Methods {
  const { chain } = parts;
  const answers = new HeadResponseCache(chain, keptCharacters);
  return {
    getAccountInfo: define(
      'An account; null when it does not exist.',
      [keyParam('pubkey', 'The account, in base58.'), accountOptionsParam],
      contextOf(orNull(account)),
      ([key, options]) => {
        headFor(chain, options);
        return answers.to(cacheKeyOf(key, options), () => {
          const at = headState(chain, options);
          const found = readAccount(parts, at, key.bytes);
          return withContext(at.slot, found === undefined ? null : encodeAccount(found, options));
        });
      },
    ),
    getBalance: define(
      'Balance of an account in lamports; 0 when it does not exist.',
      [keyParam('pubkey', 'The account, in base58.'), contextParam],
      contextOf(integer),
      ([key, options]) => {
        const at = headState(chain, options);
        return withContext(at.slot, readBalance(parts, at, key.bytes));
      },
    ),
    getMultipleAccounts: define(
      `Up to ${maxAccounts} accounts; null for each that does not exist.`,
      [keysParam('pubkeys', 'The accounts, in base58.', maxAccounts), accountOptionsParam],
      contextOf(listOf(orNull(account))),
      ([keys, options]) => {
        const at = headState(chain, options);
        const found = keys.map((key) => readAccount(parts, at, key.bytes));
        return withContext(
          at.slot,
          found.map((one) => (one === undefined ? null : encodeAccount(one, options))),
        );
      },
    ),
  };
}

/** What an answer depends on beside the block. */
function cacheKeyOf({ text }: Key, { encoding, dataSlice }: AccountOptions): string {
  return dataSlice === undefined
    ? `${text} ${encoding}`
    : `${text} ${encoding} ${dataSlice.offset} ${dataSlice.length}`;
}
