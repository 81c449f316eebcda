import { callManyExecution, traceManyExecution } from '../bundles/bundle-executions.ts';
import { accountRangeExecution } from '../debug/account-range.ts';
import { rawBlockRead, rawReceiptsRead } from '../debug/raw-reads.ts';
import { storageRangeExecution } from '../debug/storage-range.ts';
import { blockTraceExecution, callTraceExecution, transactionTraceExecution } from '../debug/trace-executions.ts';
import { detailedBlocksExecution } from '../development/detailed-blocks.ts';
import { unpackStateExecution } from '../development/load-state.ts';
import { failureExecution } from '../development/reported-failures.ts';
import { dumpStateExecution } from '../development/state-file.ts';
import { tokenSlotExecution } from '../development/token-slot.ts';
import { feeHistoryExecution } from '../eth/fee-history.ts';
import { logChangesExecution, logSearchExecution } from '../eth/logs/log-search.ts';
import { fullBlockRead, receiptRead, receiptsRead } from '../eth/long-block-reads.ts';
import { accountExecution, proofExecution } from '../eth/proof-methods.ts';
import { simulateExecution } from '../eth/simulate/simulate.ts';
import { accessListExecution, callExecution, estimateGasExecution } from '../execution/call-executions.ts';
import type { ExecutionKind } from '../execution/execution-kind.ts';
import {
  blockDetailsExecution,
  blockPageExecution,
  creatorExecution,
  frameViewExecution,
  searchExecution,
  senderNonceExecution,
} from '../ots/ots-executions.ts';
import { blockRead as svmBlockRead, transactionRead as svmTransactionRead } from '../svm/long-block-reads.ts';
import { performanceSamplesExecution } from '../svm/performance-samples.ts';
import { prioritizationFeesExecution } from '../svm/prioritization-fees.ts';
import { filterExecution } from '../trace/filter-execution.ts';
import {
  blockCallsExecution,
  blockReplayExecution,
  callTracesExecution,
  replayExecution,
  transactionCallsExecution,
} from '../trace/trace-executions.ts';
import { blockAccessExecution } from '../tracing/block-access-list.ts';

/** All kinds of executions: a worker finds them by their names. */
export const executions: readonly ExecutionKind<never>[] = [
  accessListExecution,
  blockTraceExecution,
  callExecution,
  callTraceExecution,
  estimateGasExecution,
  logSearchExecution,
  logChangesExecution,
  simulateExecution,
  transactionTraceExecution,
  blockDetailsExecution,
  blockPageExecution,
  creatorExecution,
  frameViewExecution,
  searchExecution,
  senderNonceExecution,
  blockCallsExecution,
  blockReplayExecution,
  callTracesExecution,
  filterExecution,
  replayExecution,
  transactionCallsExecution,
  callManyExecution,
  traceManyExecution,
  tokenSlotExecution,
  detailedBlocksExecution,
  failureExecution,
  dumpStateExecution,
  unpackStateExecution,
  storageRangeExecution,
  blockAccessExecution,
  accountRangeExecution,
  accountExecution,
  proofExecution,
  feeHistoryExecution,
  fullBlockRead,
  receiptsRead,
  receiptRead,
  rawBlockRead,
  rawReceiptsRead,
  svmBlockRead,
  svmTransactionRead,
  performanceSamplesExecution,
  prioritizationFeesExecution,
];
