import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { babylonAddress } from '../addresses.ts';
import { attestStake } from './attest-call.ts';
import type { IsAuthority } from './attesters.ts';
import { updateAfterBlock } from './blocks.ts';
import { submitCheckpoint } from './checkpoint-calls.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { deriveRecords } from './genesis.ts';
import { babylonParams } from './params.ts';
import { babylonQueries } from './queries.ts';
import * as records from './records.ts';
import { type IsValidator, restake, unbond } from './stake-calls.ts';
import { babylonViews } from './views.ts';

/** `isValidator` answers for the accounts a stake may stand behind. */
export function createBabylon(isAuthority: IsAuthority, isValidator: IsValidator): NativeModule {
  const { attestations, checkpoints, positions, snapshots } = records;
  return defineModule({
    name: 'babylon',
    address: babylonAddress,
    doc: 'Bitcoin staking, off unless switched on: positions of bitcoin that stays on Bitcoin, and checkpoints of this chain there. No coin of this chain moves. What happened on Bitcoin is not checked here: the authority and the attesters in the parameters are trusted to tell it.',
    params: babylonParams,
    tables: [positions, attestations, checkpoints, snapshots],
    derivedTables: [records.positionsByStaker, records.unbondings, records.unsettled, records.validatorStakes],
    singles: [records.progressRecord, records.totalsRecord, records.intervals.countedFrom],
    calls: [
      attestStake(isAuthority),
      restake(isValidator),
      unbond(isAuthority),
      submitCheckpoint(isAuthority),
      ...babylonViews,
    ],
    events: Object.values(events),
    queries: babylonQueries,
    faults: fault,
    initGenesis: deriveRecords,
    endBlock: updateAfterBlock,
  });
}
