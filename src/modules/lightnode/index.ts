import { lightNodePool } from '../../kernel/module-account.ts';
import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import type { WorldState } from '../../state/types.ts';
import { lightnodeAddress } from '../addresses.ts';
import { answerCall } from './answer-call.ts';
import type { Dependencies } from './dependencies.ts';
import { answeredEvent, epochEndedEvent, leftEvent, paidEvent, registeredEvent } from './events.ts';
import { fault } from './faults.ts';
import { leaveCall, registerCall, withdrawCall } from './operator-calls.ts';
import { lightnodeParams } from './params.ts';
import { operators, operatorsByKey, progressRecord, shares } from './records.ts';
import { endEpochWhenDue, owedWei } from './rewards.ts';
import { lightnodeViews } from './views.ts';

/** Recounts the operators of a genesis, who has answered, and what they have earned and not taken. */
function countOperators(state: WorldState): void {
  const progress = progressRecord.get(state);
  const all = [...operators.list(state)];
  const answers = all.filter(([, { answered }]) => answered > 0 && answered === progress.epoch).length;
  let owed = 0n;
  for (const [, { share, unpaid }] of shares.list(state)) owed += share * BigInt(unpaid);
  if (all.length !== progress.operators || answers !== progress.answers || owed !== progress.owed)
    progressRecord.set(state, { ...progress, operators: all.length, answers, owed });
}

export const createLightnode = (dependencies: Dependencies) =>
  defineModule({
    name: 'lightnode',
    address: lightnodeAddress,
    doc: 'Pays the fee share of light nodes, and what anybody gives to their pool, to those who show in each epoch that they follow the chain.',
    params: lightnodeParams,
    pool: { account: lightNodePool, owed: owedWei },
    tables: [operators, operatorsByKey, shares],
    singles: [progressRecord],
    calls: [registerCall(dependencies), answerCall(dependencies), withdrawCall, leaveCall, ...lightnodeViews],
    events: [registeredEvent, leftEvent, answeredEvent, paidEvent, epochEndedEvent],
    faults: fault,
    initGenesis: ({ state }) => countOperators(state),
    endBlock: endEpochWhenDue,
  });
