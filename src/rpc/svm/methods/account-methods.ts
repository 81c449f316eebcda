import { define } from '../../dispatch/define.ts';
import type { Methods } from '../../method.ts';
import { headState, withContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import { accountOptionsParam } from '../params/account-options.ts';
import { contextParam } from '../params/context-options.ts';
import { keyParam, keysParam } from '../params/keys.ts';
import { type AccountDependencies, readAccount, readBalance } from '../read-account.ts';
import { account, contextOf, integer, listOf, orNull } from '../schemas.ts';

const maxAccounts = 100;

/** Accounts and balances. */
export function accountMethods(dependencies: AccountDependencies): Methods {
  const { chain } = dependencies;
  return {
    getAccountInfo: define(
      'An account; null when it does not exist.',
      [keyParam('pubkey', 'The account, in base58.'), accountOptionsParam],
      contextOf(orNull(account)),
      ([key, options]) => {
        const at = headState(chain, options);
        const found = readAccount(dependencies, at, key.bytes);
        return withContext(at.slot, found === undefined ? null : encodeAccount(found, options));
      },
    ),
    getBalance: define(
      'Balance of an account in lamports; 0 when it does not exist.',
      [keyParam('pubkey', 'The account, in base58.'), contextParam],
      contextOf(integer),
      ([key, options]) => {
        const at = headState(chain, options);
        return withContext(at.slot, readBalance(dependencies, at, key.bytes));
      },
    ),
    getMultipleAccounts: define(
      `Up to ${maxAccounts} accounts; null for each that does not exist.`,
      [keysParam('pubkeys', 'The accounts, in base58.', maxAccounts), accountOptionsParam],
      contextOf(listOf(orNull(account))),
      ([keys, options]) => {
        const at = headState(chain, options);
        const found = keys.map((key) => readAccount(dependencies, at, key.bytes));
        return withContext(
          at.slot,
          found.map((one) => (one === undefined ? null : encodeAccount(one, options))),
        );
      },
    ),
  };
}
