import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { reputationAddress } from '../addresses.ts';
import { updateReputations, type ValidatorReader } from './blocks.ts';
import { reputationCalls } from './calls.ts';
import { reputationParams } from './params.ts';
import { reputationQueries } from './queries.ts';
import { reputations } from './records.ts';

export function createReputation(validators: ValidatorReader): NativeModule {
  return defineModule({
    name: 'reputation',
    address: reputationAddress,
    doc: 'Scores validators by stake, signatures, contribution and age.',
    params: reputationParams,
    tables: [reputations],
    calls: reputationCalls(validators),
    queries: reputationQueries(validators),
    endBlock: (context) => updateReputations(context, validators),
  });
}
