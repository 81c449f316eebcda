import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { crossvmAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { directCalls } from './direct-calls.ts';
import { requestedEvent, respondedEvent, timedOutEvent } from './events.ts';
import { fault } from './faults.ts';
import { assertQueue } from './genesis.ts';
import { owedWei } from './owed.ts';
import { crossvmParams } from './params.ts';
import { crossvmQueries } from './queries.ts';
import { processQueue } from './queue.ts';
import { callCall, processQueueCall } from './queue-calls.ts';
import { messages, queueRecord } from './records.ts';

export const createCrossvm = (dependencies: Dependencies) =>
  defineModule({
    name: 'crossvm',
    address: crossvmAddress,
    pool: { account: crossvmAddress, owed: owedWei },
    doc: 'Messages from one machine to another: at once between contracts, or queued until after the block.',
    params: crossvmParams,
    tables: [messages],
    singles: [queueRecord],
    calls: [callCall(dependencies), processQueueCall(dependencies), ...directCalls],
    events: [requestedEvent, respondedEvent, timedOutEvent],
    queries: crossvmQueries,
    faults: fault,
    initGenesis: assertQueue,
    endBlock: (context) => {
      processQueue(context, crossvmParams.get(context.state).max_block_gas);
    },
  });
