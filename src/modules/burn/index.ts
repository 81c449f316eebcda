import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import { burnAddress } from '../addresses.ts';
import { burnMilestones, splitFees } from './blocks.ts';
import { burnCalls, fault } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { feeDistributedEvent, tokensBurnedEvent } from './events.ts';
import { burnParams } from './params.ts';
import { burnQueries } from './queries.ts';
import { burns, burnTotalsBySource, statisticsRecord } from './records.ts';

export const createBurn = (dependencies: Dependencies) =>
  defineModule({
    name: 'burn',
    address: burnAddress,
    doc: 'Splits the fees of every block, and what anybody gives to the fee collector, and keeps account of all coins that leave existence. Shares are rounded down to whole wei; the treasury gets the rest.',
    params: burnParams,
    tables: [burnTotalsBySource, burns],
    singles: [statisticsRecord],
    calls: burnCalls,
    events: [tokensBurnedEvent, feeDistributedEvent],
    queries: burnQueries,
    faults: fault,
    initGenesis: ({ state }) => {
      const statistics = statisticsRecord.get(state);
      const next = nextNumber(
        statistics.burns + 1,
        [...burns.list(state)].map(([[number]]) => number),
      );
      if (next - 1 !== statistics.burns) statisticsRecord.set(state, { ...statistics, burns: next - 1 });
    },
    endBlock: (context) => {
      splitFees(context, dependencies);
      burnMilestones(context);
    },
  });
