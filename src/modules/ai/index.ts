import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { aiAddress, aiAnomalyAddress } from '../addresses.ts';
import { assessTransactions } from './blocks.ts';
import { aiAnomalyCheck, aiRiskScore } from './calls.ts';
import { fraudAlertEvent, transactionFlaggedEvent } from './events.ts';
import { aiParams } from './params.ts';
import { aiQueries } from './queries.ts';
import { averageGasRecord, countersRecord, flaggedTransactions, investigations, senderProfiles } from './records.ts';

export const ai = defineModule({
  name: 'ai',
  address: aiAddress,
  doc: 'Assesses transactions by fixed rules, one by one and together: it counts and flags, and never rejects. Contracts are looked at for single instructions that are often misused (docs of aiRiskScore), not analysed: what scores low is not thereby safe. Its routing strategy decides how a block is made of the lanes.',
  params: aiParams,
  tables: [senderProfiles, flaggedTransactions, investigations],
  singles: [countersRecord, averageGasRecord],
  calls: [aiRiskScore],
  precompiles: [{ name: 'aiAnomalyCheck', address: aiAnomalyAddress, calls: [aiAnomalyCheck] }],
  events: [transactionFlaggedEvent, fraudAlertEvent],
  queries: aiQueries,
  endBlock: assessTransactions,
});
