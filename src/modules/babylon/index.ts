import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { babylonAddress } from '../addresses.ts';
import { attestStake } from './attest-call.ts';
import { updateAfterBlock } from './blocks.ts';
import { submitCheckpoint } from './checkpoint-calls.ts';
import type { Dependencies } from './dependencies.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { deriveRecords } from './genesis.ts';
import { correctHeight } from './height-call.ts';
import { babylonParams } from './params.ts';
import { babylonQueries } from './queries.ts';
import * as records from './records.ts';
import { restake, unbond } from './stake-calls.ts';
import { babylonViews } from './views.ts';

/** The module that mirrors Bitcoin staking and checkpoints. */
export function createBabylon(dependencies: Dependencies): NativeModule {
  const { attestations, witnesses, dissents, endings, checkpoints, positions, snapshots } = records;
  return defineModule({
    name: 'babylon',
    address: babylonAddress,
    doc: 'Bitcoin staking, off unless switched on: positions of bitcoin that stays on Bitcoin, and checkpoints of this chain there. No coin of this chain moves. What happened on Bitcoin is not checked here: the authority and the attesters in the parameters are trusted to report it.',
    params: babylonParams,
    tables: [positions, attestations, witnesses, dissents, endings, checkpoints, snapshots],
    derivedTables: [
      records.positionsByStaker,
      records.unbondings,
      records.unsettledCheckpoints,
      records.validatorStakes,
      records.stakesByWitnesses,
    ],
    singles: [records.progressRecord, records.totalsRecord, records.heightVotesRecord],
    calls: [
      attestStake(dependencies),
      restake(dependencies),
      unbond(dependencies),
      submitCheckpoint(dependencies),
      correctHeight(dependencies),
      ...babylonViews,
    ],
    events: Object.values(events),
    queries: babylonQueries,
    faults: fault,
    initGenesis: deriveRecords,
    endBlock: updateAfterBlock,
  });
}
