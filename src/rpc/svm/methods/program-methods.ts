import { systemProgramId, sysvarOwner } from '../../../svm/programs.ts';
import { parsePublicKey } from '../../../svm/public-key.ts';
import { define } from '../../dispatch/define.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods } from '../../method.ts';
import { headState, type StateAt, withContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import { excludedFromIndexes } from '../errors.ts';
import { keyParam } from '../params/keys.ts';
import { type ProgramAccountsOptions, programOptionsParam } from '../params/program-options.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { listOf, object } from '../schemas.ts';
import { sysvarKeys } from '../sysvars.ts';

/** Accounts by owner. The system program owns too many to list; no other program but the sysvar owner has accounts. */
export function programMethods(dependencies: AccountDependencies): Methods {
  return {
    getProgramAccounts: define(
      'Accounts owned by a program. Those of the system program cannot be listed.',
      [keyParam('program', 'The program, in base58.'), programOptionsParam],
      listOf(object),
      ([program, options]) => {
        const at = headState(dependencies.chain, options);
        if (program.text === systemProgramId) throw excludedFromIndexes(program.text);
        const accounts = program.text === sysvarOwner ? listSysvars(dependencies, at, options) : [];
        return options.withContext ? withContext(at.slot, accounts) : accounts;
      },
    ),
  };
}

function listSysvars(dependencies: AccountDependencies, at: StateAt, options: ProgramAccountsOptions): JsonValue {
  return sysvarKeys.flatMap((pubkey) => {
    const account = readAccount(dependencies, at, parsePublicKey(pubkey));
    return account !== undefined && options.accepts(account.data)
      ? [{ account: encodeAccount(account, options), pubkey }]
      : [];
  });
}
