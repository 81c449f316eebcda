import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { abstractaccountAddress } from '../addresses.ts';
import { accountCalls } from './account-calls.ts';
import type { Dependencies } from './dependencies.ts';
import * as events from './events.ts';
import { executeEvm, executeNative } from './execute-calls.ts';
import { digestViews, evmText, nativeText } from './execution-texts.ts';
import { fault } from './faults.ts';
import { assertFewKeys } from './genesis.ts';
import { groupCalls } from './group-calls.ts';
import { executeAsOwner, executeMultisig, multisigDigestOf, multisigText } from './group-execution.ts';
import { keyCalls } from './key-calls.ts';
import { abstractaccountParams } from './params.ts';
import { possessionText } from './possession.ts';
import { abstractaccountQueries } from './queries.ts';
import {
  accounts,
  approvals,
  authenticators,
  keyOwners,
  possessions,
  recoveries,
  sequences,
  signers,
  spendings,
} from './records.ts';
import { recoveryCalls } from './recovery-calls.ts';

export const createAbstractaccount = (dependencies: Dependencies) =>
  defineModule({
    name: 'abstractaccount',
    address: abstractaccountAddress,
    initGenesis: assertFewKeys,
    doc: 'Accounts that let others act for them: keys for a time, for some purposes, up to a limit; M of N signers; guardians who name another owner after a delay.',
    params: abstractaccountParams,
    tables: [accounts, authenticators, keyOwners, sequences, possessions, spendings, signers, approvals, recoveries],
    calls: [
      ...accountCalls,
      ...keyCalls,
      executeEvm(dependencies),
      executeNative(dependencies),
      ...digestViews,
      ...groupCalls,
      executeMultisig(dependencies),
      multisigDigestOf,
      ...recoveryCalls,
      executeAsOwner(dependencies),
    ],
    events: Object.values(events),
    queries: abstractaccountQueries,
    signedTexts: [possessionText, evmText, nativeText, multisigText],
    faults: fault,
  });
