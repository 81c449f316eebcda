import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { inflationAddress } from '../addresses.ts';
import { mintEpoch } from './blocks.ts';
import { inflationCalls } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { epochMintedEvent } from './events.ts';
import { beginPace, paceRecord } from './pace.ts';
import { inflationParams } from './params.ts';
import { inflationQueries } from './queries.ts';
import { epochRecord } from './records.ts';

export const createInflation = (dependencies: Dependencies) =>
  defineModule({
    name: 'inflation',
    address: inflationAddress,
    doc: 'Mints the emission of every epoch, up to the cap, for those who stake.',
    params: inflationParams,
    singles: [epochRecord, paceRecord],
    calls: inflationCalls(dependencies),
    events: [epochMintedEvent],
    queries: inflationQueries(dependencies),
    initGenesis: beginPace,
    endBlock: (context) => mintEpoch(context, dependencies),
  });
