import { defineModule, type NativeModule } from '../../kernel/frame/define-module.ts';
import type { Context } from '../../kernel/module.ts';
import { rlconsensusAddress, rlconsensusAuthorityAddress } from './address.ts';
import { runAgent, type Surroundings } from './blocks.ts';
import { defaultTargets } from './breaker.ts';
import { authorityCalls, faults, type IsAuthority, rlConsensusParams } from './calls.ts';
import {
  actionTaken,
  breakerRecovered,
  breakerTripped,
  modeChanged,
  observationCollected,
  policyChanged,
  rewardComputed,
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

export function createRlconsensus(isAuthority: IsAuthority, surroundings: Surroundings): NativeModule {
  return defineModule({
    name: 'rlconsensus',
    address: rlconsensusAddress,
    doc: 'PRISM: an agent that watches the chain and, when it is allowed to, tunes it within bounds.',
    params: rlParams,
    tables: [rewards, actionsTable, policyPieces],
    singles: [agentRecord, windowRecord, observationRecord, healthRecord, policyRecord],
    calls: [rlConsensusParams],
    precompiles: [
      { name: 'rlconsensusAuthority', address: rlconsensusAuthorityAddress, calls: authorityCalls(isAuthority) },
    ],
    events: [
      observationCollected,
      rewardComputed,
      actionTaken,
      breakerTripped,
      breakerRecovered,
      modeChanged,
      policyChanged,
    ],
    queries: rlQueries,
    faults,
    initGenesis: setOut,
    endBlock: (context) => runAgent(context, surroundings),
  });
}

/**
 * A new agent starts in the mode and with the targets of its parameters; an imported one goes on, and as its new chain
 * counts its blocks from 0, so does the cooldown of its breaker.
 */
function setOut({ state }: Context): void {
  const agent = agentRecord.get(state);
  const params = rlParams.get(state);
  const fresh = { ...defaultTargets(params), mode: params.agent_mode };
  agentRecord.set(state, { ...agent, ...(agent.total_steps > 0 ? { tripped_at: 0 } : fresh) });
}
