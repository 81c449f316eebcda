import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { abstractaccountAddress } from '../addresses.ts';
import { accountCalls } from './account-calls.ts';
import { created, executed, keyAdded, keyRevoked, ruleChanged } from './events.ts';
import { executeEvm, nativeExecutionCalls, type PermissionFor } from './execute-calls.ts';
import { fault } from './faults.ts';
import { keyCalls } from './key-calls.ts';
import { abstractaccountParams } from './params.ts';
import { abstractaccountQueries } from './queries.ts';
import { accounts, authenticators, keyOwners, sequences } from './records.ts';

export function createAbstractaccount(permissionFor: PermissionFor): NativeModule {
  return defineModule({
    name: 'abstractaccount',
    address: abstractaccountAddress,
    doc: 'Accounts that let other keys act for them: for a time, for some purposes, up to a limit.',
    params: abstractaccountParams,
    tables: [accounts, authenticators, keyOwners, sequences],
    calls: [...accountCalls, ...keyCalls, executeEvm(permissionFor), ...nativeExecutionCalls],
    events: [created, ruleChanged, keyAdded, keyRevoked, executed],
    queries: abstractaccountQueries,
    faults: fault,
  });
}
