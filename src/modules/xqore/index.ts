import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { xqoreAddress } from '../addresses.ts';
import { rebaseWhenDue } from './blocks.ts';
import { type BurnCoins, fault, xqoreCalls } from './calls.ts';
import { claimed, locked, rebased, unlocked } from './events.ts';
import { xqoreParams } from './params.ts';
import { xqoreQueries } from './queries.ts';
import { intervals, positions, rebases, totalsRecord } from './records.ts';

export function createXqore(burnCoins: BurnCoins): NativeModule {
  return defineModule({
    name: 'xqore',
    address: xqoreAddress,
    doc: 'Lock QOR for xQORE. Who leaves early pays the others.',
    params: xqoreParams,
    tables: [positions, rebases],
    singles: [totalsRecord, intervals.countedFrom],
    calls: xqoreCalls(burnCoins),
    events: [locked, unlocked, claimed, rebased],
    queries: xqoreQueries,
    faults: fault,
    endBlock: rebaseWhenDue,
  });
}
