import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { lightnodeAddress } from '../addresses.ts';
import { answerCall } from './answer-call.ts';
import type { Dependencies } from './dependencies.ts';
import { answered, epochEnded, left, paid, registered } from './events.ts';
import { fault } from './faults.ts';
import { leaveCall, registerCall, withdrawCall } from './operator-calls.ts';
import { lightnodeParams } from './params.ts';
import { intervals, operators, operatorsByKey, progressRecord, shares } from './records.ts';
import { endEpochWhenDue } from './rewards.ts';
import { lightnodeViews } from './views.ts';

/** The module that pays the operators of light nodes their share of all fees. */
export function createLightnode(dependencies: Dependencies): NativeModule {
  return defineModule({
    name: 'lightnode',
    address: lightnodeAddress,
    doc: 'Pays the fee share of light nodes to those who show in each epoch that they follow the chain.',
    params: lightnodeParams,
    tables: [operators, operatorsByKey, shares],
    singles: [progressRecord, intervals.countedFrom],
    calls: [registerCall(dependencies), answerCall(dependencies), withdrawCall, leaveCall, ...lightnodeViews],
    events: [registered, left, answered, paid, epochEnded],
    faults: fault,
    endBlock: endEpochWhenDue,
  });
}
