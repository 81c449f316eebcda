import { rewardPool } from '../../kernel/module-account.ts';
import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { distributionAddress } from '../addresses.ts';
import { distributionCalls, fault } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { incomeWithdrawnEvent, rewardsWithdrawnEvent } from './events.ts';
import { assertIndexes } from './genesis.ts';
import { owedWei } from './owed.ts';
import { delegationRewardsTable, poolsRecord, validatorRewardsTable } from './records.ts';

export const createDistribution = (dependencies: Dependencies) =>
  defineModule({
    name: 'distribution',
    address: distributionAddress,
    pool: { account: rewardPool, owed: (state) => owedWei(state, dependencies) },
    doc: 'Pays validators and those who delegate to them, in proportion to their stake: their parts of the fees, and the emission. Of what stakers earn, the validator gets its commission.',
    tables: [validatorRewardsTable, delegationRewardsTable],
    singles: [poolsRecord],
    calls: distributionCalls(dependencies),
    events: [rewardsWithdrawnEvent, incomeWithdrawnEvent],
    faults: fault,
    initGenesis: ({ state }) => assertIndexes(state),
  });
