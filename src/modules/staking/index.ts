import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { stakingAddress } from '../addresses.ts';
import { renewActiveSet } from './active-set.ts';
import { countSignatures, payUnbondings } from './blocks.ts';
import { delegate, delegationOf, redelegate, undelegate, validatorOf } from './delegation-calls.ts';
import type { Dependencies } from './dependencies.ts';
import { delegated, redelegated, slashed, unbonded, undelegated, unjailed, validatorCreated } from './events.ts';
import { fault } from './faults.ts';
import { defaultSection, deriveRecords } from './genesis.ts';
import { stakingParams } from './params.ts';
import {
  activeSet,
  delegations,
  operatorsByConsensus,
  ranking,
  totalsRecord,
  unbondings,
  validators,
} from './records.ts';
import { createValidator, setCommission, unjail } from './validator-calls.ts';

export function createStaking({ rewards, penaltyFor }: Dependencies): NativeModule {
  return defineModule({
    name: 'staking',
    address: stakingAddress,
    doc: 'Validators, and the coins bonded with them.',
    params: stakingParams,
    tables: [validators, delegations, unbondings],
    derivedTables: [operatorsByConsensus, ranking],
    singles: [activeSet, totalsRecord],
    calls: [
      createValidator(rewards),
      setCommission(rewards),
      unjail,
      delegate(rewards),
      undelegate(rewards),
      redelegate(rewards),
      delegationOf,
      validatorOf,
    ],
    events: [validatorCreated, delegated, undelegated, redelegated, unbonded, slashed, unjailed],
    faults: fault,
    defaultSection,
    initGenesis: (context) => deriveRecords(context, rewards),
    endBlock: (context) => {
      countSignatures(context, rewards, penaltyFor);
      payUnbondings(context);
      renewActiveSet(context.state, rewards);
    },
  });
}
