import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { reputationAddress } from '../addresses.ts';
import { updateReputations } from './blocks.ts';
import { reputationCalls } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { reputationParams } from './params.ts';
import { reputationQueries } from './queries.ts';
import { reputations } from './records.ts';

export const createReputation = (dependencies: Dependencies) =>
  defineModule({
    name: 'reputation',
    address: reputationAddress,
    doc: 'Scores validators by stake, signatures, contribution and age.',
    params: reputationParams,
    tables: [reputations],
    calls: reputationCalls(dependencies),
    queries: reputationQueries(dependencies),
    endBlock: (context) => updateReputations(context, dependencies),
  });
