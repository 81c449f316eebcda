import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { xqoreAddress } from '../addresses.ts';
import { admitNewcomers, rebaseWhenDue } from './blocks.ts';
import { fault, xqoreCalls } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { claimedEvent, lockedEvent, rebasedEvent, unlockedEvent } from './events.ts';
import { sumPositions } from './holding.ts';
import { owedWei } from './owed.ts';
import { xqoreParams } from './params.ts';
import { xqoreQueries } from './queries.ts';
import { newcomers, positions, rebases, sharedRecord, totalsRecord, voteHolds } from './records.ts';

export const createXqore = (dependencies: Dependencies) =>
  defineModule({
    name: 'xqore',
    address: xqoreAddress,
    pool: { account: xqoreAddress, owed: owedWei },
    doc: 'Lock QOR for xQORE. Who leaves early pays the others.',
    params: xqoreParams,
    tables: [positions, rebases, voteHolds],
    derivedTables: [newcomers],
    singles: [totalsRecord, sharedRecord],
    calls: xqoreCalls(dependencies),
    events: [lockedEvent, unlockedEvent, claimedEvent, rebasedEvent],
    queries: xqoreQueries,
    faults: fault,
    initGenesis: ({ state }) => sumPositions(state),
    beginBlock: admitNewcomers,
    endBlock: rebaseWhenDue,
  });
