import { defineModule } from '../../kernel/frame/define-module.ts';
import { aiAddress, aiAnomalyAddress } from './address.ts';
import { assessTransactions } from './blocks.ts';
import { aiAnomalyCheck, aiRiskScore } from './calls.ts';
import { transactionFlagged } from './events.ts';
import { aiParams } from './params.ts';
import { aiQueries } from './queries.ts';
import { countersRecord, flagged, habits } from './records.ts';

export const ai = defineModule({
  name: 'ai',
  address: aiAddress,
  doc: 'Assesses transactions by fixed rules: it counts and flags, and never refuses.',
  params: aiParams,
  tables: [habits, flagged],
  singles: [countersRecord],
  calls: [aiRiskScore],
  precompiles: [{ name: 'aiAnomalyCheck', address: aiAnomalyAddress, calls: [aiAnomalyCheck] }],
  events: [transactionFlagged],
  queries: aiQueries,
  endBlock: assessTransactions,
});
