import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { abstractaccountAddress } from '../addresses.ts';
import { accountCalls } from './account-calls.ts';
import type { Dependencies } from './dependencies.ts';
import { created, executed, keyAdded, keyRevoked, ruleChanged } from './events.ts';
import { executeEvm, executeNative } from './execute-calls.ts';
import { digestViews, evmText, nativeText } from './execution-texts.ts';
import { fault } from './faults.ts';
import { keyCalls } from './key-calls.ts';
import { abstractaccountParams } from './params.ts';
import { possessionText } from './possession.ts';
import { abstractaccountQueries } from './queries.ts';
import { accounts, authenticators, keyOwners, possessions, sequences } from './records.ts';

/** The module of session keys and their spending rules. */
export function createAbstractaccount(dependencies: Dependencies): NativeModule {
  return defineModule({
    name: 'abstractaccount',
    address: abstractaccountAddress,
    doc: 'Accounts that let other keys act for them: for a time, for some purposes, up to a limit.',
    params: abstractaccountParams,
    tables: [accounts, authenticators, keyOwners, sequences, possessions],
    calls: [...accountCalls, ...keyCalls, executeEvm(dependencies), executeNative(dependencies), ...digestViews],
    events: [created, ruleChanged, keyAdded, keyRevoked, executed],
    queries: abstractaccountQueries,
    signedTexts: [possessionText, evmText, nativeText],
    faults: fault,
  });
}
