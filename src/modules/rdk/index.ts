import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { rdkAddress } from '../addresses.ts';
import { submitBatch } from './batches/batch-calls.ts';
import { challengeBatch, reclaimBond, resolveChallenge } from './batches/challenge-calls.ts';
import { createBlobCalls } from './blobs/blob-calls.ts';
import * as blobEvents from './blobs/blob-events.ts';
import { pruneBlobs } from './blobs/blob-pruning.ts';
import { blobQueries } from './blobs/blob-queries.ts';
import { blobTables } from './blobs/blob-records.ts';
import { expireChallenges, finalizeDue } from './blocks.ts';
import { configurationCalls } from './configuration-calls.ts';
import { createRollup } from './creation-calls.ts';
import { type Dependencies, maySubmit } from './dependencies.ts';
import { nextDepositsOf } from './escrow/deposit-chain.ts';
import { canDeposit, deposit, executeWithdrawal, refundDeposit } from './escrow/escrow-calls.ts';
import { setExitRoot } from './escrow/exit-root.ts';
import { owedWei } from './escrow/owed.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { deriveRecords } from './genesis.ts';
import { rdkParams } from './params.ts';
import { suggestQueries } from './profiles/suggest-queries.ts';
import { batchInputOf, batchText } from './proofs/public-inputs.ts';
import { rollupQueries } from './queries.ts';
import * as records from './records.ts';
import { statusCalls } from './status-calls.ts';
import { views } from './views.ts';

export const createRdk = (dependencies: Dependencies) =>
  defineModule({
    name: 'rdk',
    address: rdkAddress,
    pool: { account: rdkAddress, owed: owedWei },
    doc: 'Rollups: their batches settled here, challenged or proven, their data, what was deposited to them, and withdrawals.',
    params: rdkParams,
    tables: [
      records.rollups,
      records.progresses,
      records.batches,
      records.batchesByPosition,
      records.proofs,
      records.challenges,
      records.windowEnds,
      records.inclusionHeights,
      records.withdrawals,
      records.deposits,
      records.depositCountsByBatch,
      records.challengeDeadlines,
      records.exitRoots,
      ...blobTables,
    ],
    derivedTables: [records.rollupsByCreation, records.depositSums, records.withdrawnSums],
    singles: [records.totalsRecord],
    calls: [
      batchInputOf,
      createRollup(dependencies),
      ...configurationCalls(dependencies),
      submitBatch(dependencies),
      challengeBatch,
      resolveChallenge(dependencies),
      reclaimBond,
      deposit(dependencies),
      canDeposit(dependencies),
      executeWithdrawal(dependencies),
      refundDeposit,
      setExitRoot(dependencies),
      nextDepositsOf,
      ...createBlobCalls((state, rollup, account) => maySubmit(dependencies, state, rollup, account)),
      ...statusCalls(dependencies),
      ...views,
    ],
    events: [...Object.values(events), ...Object.values(blobEvents)],
    signedTexts: [batchText],
    queries: [...rollupQueries, ...suggestQueries, ...blobQueries],
    faults: fault,
    initGenesis: ({ state }) => deriveRecords(state),
    endBlock: (context) => {
      expireChallenges(context);
      finalizeDue(context);
      pruneBlobs(context);
    },
  });
