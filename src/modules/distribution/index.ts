import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { distributionAddress } from '../addresses.ts';
import { distributionCalls, fault, type StakeReader } from './calls.ts';
import { incomeWithdrawn, rewardsWithdrawn } from './events.ts';
import { delegationRewardsTable, poolsRecord, validatorRewardsTable } from './records.ts';

export function createDistribution(stakes: StakeReader): NativeModule {
  return defineModule({
    name: 'distribution',
    address: distributionAddress,
    doc: 'Pays validators and those who delegate to them, in proportion to their stake.',
    tables: [validatorRewardsTable, delegationRewardsTable],
    singles: [poolsRecord],
    calls: distributionCalls(stakes),
    events: [rewardsWithdrawn, incomeWithdrawn],
    faults: fault,
  });
}
