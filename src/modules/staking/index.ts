import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { stakingAddress } from '../addresses.ts';
import { countSignatures } from './absence.ts';
import { renewActiveSet } from './active-set.ts';
import { payUnbondings, punishMisbehaviour } from './blocks.ts';
import { delegate, delegationOf, redelegate, undelegate, validatorOf } from './delegation-calls.ts';
import type { Dependencies } from './dependencies.ts';
import {
  delegatedEvent,
  redelegatedEvent,
  redelegationSlashedEvent,
  slashedEvent,
  unbondedEvent,
  undelegatedEvent,
  unjailedEvent,
  validatorCreatedEvent,
} from './events.ts';
import { fault } from './faults.ts';
import { defaultSection, deriveRecords } from './genesis.ts';
import { owedWei } from './owed.ts';
import { stakingParams } from './params.ts';
import { possessionText } from './possession.ts';
import {
  activeSetRecord,
  consensusSetRecord,
  delegations,
  missRows,
  operatorsByConsensus,
  operatorsByRank,
  slashes,
  totalsRecord,
  unbondings,
  validators,
} from './records.ts';
import { redelegations, redelegationsByTime, redelegationsInto, redelegationsToSlash } from './redelegation-records.ts';
import { forgetRedelegations, slashRedelegations } from './redelegations.ts';
import { createValidator, setCommission, setNode, unjail } from './validator-calls.ts';

/** The module of validators and delegations. */
export function createStaking(dependencies: Dependencies): NativeModule {
  const { rewards } = dependencies;
  return defineModule({
    name: 'staking',
    address: stakingAddress,
    pool: { account: stakingAddress, owed: owedWei },
    doc: 'Validators, and the coins bonded with them.',
    params: stakingParams,
    tables: [validators, delegations, unbondings, slashes, redelegations, redelegationsToSlash, missRows],
    derivedTables: [operatorsByConsensus, operatorsByRank, redelegationsByTime, redelegationsInto],
    singles: [activeSetRecord, consensusSetRecord, totalsRecord],
    calls: [
      createValidator(dependencies),
      setCommission(rewards),
      setNode,
      unjail,
      delegate(rewards),
      undelegate(dependencies),
      redelegate(rewards),
      delegationOf,
      validatorOf,
    ],
    events: [
      validatorCreatedEvent,
      delegatedEvent,
      undelegatedEvent,
      redelegatedEvent,
      unbondedEvent,
      slashedEvent,
      redelegationSlashedEvent,
      unjailedEvent,
    ],
    signedTexts: [possessionText],
    faults: fault,
    defaultSection,
    initGenesis: (context) => deriveRecords(context, dependencies),
    endBlock: (context) => {
      punishMisbehaviour(context, dependencies);
      countSignatures(context, dependencies);
      slashRedelegations(context, dependencies);
      forgetRedelegations(context, dependencies);
      payUnbondings(context, dependencies);
      renewActiveSet(context, rewards);
    },
  });
}
