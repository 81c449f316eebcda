import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { svmAddress } from '../addresses.ts';
import { depositedEvent, withdrawnEvent } from './events.ts';
import { fault } from './faults.ts';
import { defaultSection } from './genesis.ts';
import { laneCalls } from './lane-calls.ts';
import { owedWei } from './owed.ts';
import { svmParams } from './params.ts';
import { accounts, programs, sequences } from './records.ts';
import { transferCalls } from './transfer-calls.ts';
import { withdrawalText } from './transfers.ts';

export const svm = defineModule({
  name: 'svm',
  address: svmAddress,
  pool: { account: svmAddress, owed: owedWei },
  doc: 'Accounts of the SVM only, and the programs there are. No SVM program runs here.',
  params: svmParams,
  tables: [accounts, programs, sequences],
  calls: [...transferCalls, ...laneCalls],
  events: [depositedEvent, withdrawnEvent],
  signedTexts: [withdrawalText],
  faults: fault,
  defaultSection,
});
