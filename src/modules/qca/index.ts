import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { qcaAddress } from '../addresses.ts';
import { classifyWhenDue } from './blocks.ts';
import { fault, qcaCalls } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { poolAssignedEvent } from './events.ts';
import { qcaParams } from './params.ts';
import { qcaQueries } from './queries.ts';
import { classifications, escalations, infractions, poolShiftRecord, statisticsRecord } from './records.ts';

export const createQca = (dependencies: Dependencies) =>
  defineModule({
    name: 'qca',
    address: qcaAddress,
    doc: 'Composite proof of stake: three pools of validators, the bonding curve, and penalties that grow with repetition.',
    params: qcaParams,
    tables: [classifications, infractions, escalations],
    singles: [statisticsRecord, poolShiftRecord],
    calls: qcaCalls(dependencies),
    events: [poolAssignedEvent],
    queries: qcaQueries(dependencies),
    faults: fault,
    endBlock: (context) => classifyWhenDue(context, dependencies),
  });
