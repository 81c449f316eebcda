import { feeFloorRecord } from '../../kernel/fee-floor.ts';
import type { HookEnvironment } from '../../kernel/module.ts';
import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { rlconsensusAddress, rlconsensusAuthorityAddress } from '../addresses.ts';
import { runAgent } from './blocks.ts';
import { defaultTargets } from './breaker.ts';
import { authorityCalls, fault, rlConsensusParams } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import {
  actionTakenEvent,
  breakerRecoveredEvent,
  breakerTrippedEvent,
  modeChangedEvent,
  observationCollectedEvent,
  policyChangedEvent,
  rewardComputedEvent,
} from './events.ts';
import { rlParams } from './params.ts';
import { rlQueries } from './queries.ts';
import {
  actionsTable,
  agentRecord,
  healthRecord,
  observationRecord,
  policyPieces,
  policyRecord,
  rewards,
  windowRecord,
} from './records.ts';

export const createRlconsensus = (dependencies: Dependencies) =>
  defineModule({
    name: 'rlconsensus',
    address: rlconsensusAddress,
    doc: 'PRISM: an agent that watches the chain and, when it is allowed to, tunes it within bounds.',
    params: rlParams,
    tables: [rewards, actionsTable, policyPieces],
    singles: [agentRecord, windowRecord, observationRecord, healthRecord, policyRecord, feeFloorRecord],
    calls: [rlConsensusParams(dependencies)],
    precompiles: [
      { name: 'rlconsensusAuthority', address: rlconsensusAuthorityAddress, calls: authorityCalls(dependencies) },
    ],
    events: [
      observationCollectedEvent,
      rewardComputedEvent,
      actionTakenEvent,
      breakerTrippedEvent,
      breakerRecoveredEvent,
      modeChangedEvent,
      policyChangedEvent,
    ],
    queries: rlQueries,
    faults: fault,
    initGenesis: initializeAgent,
    endBlock: (context) => runAgent(context, dependencies),
  });

/** A new agent starts in the mode and with the targets of its parameters; an imported one continues. */
function initializeAgent({ state }: HookEnvironment): void {
  const agent = agentRecord.get(state);
  if (agent !== agentRecord.initial) return;
  const params = rlParams.get(state);
  agentRecord.set(state, { ...agent, ...defaultTargets(params), mode: params.agent_mode });
}
