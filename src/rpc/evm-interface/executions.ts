import { callManyExecution, traceManyExecution } from '../bundles/bundle-executions.ts';
import { accountRangeExecution } from '../debug/account-range.ts';
import { storageRangeExecution } from '../debug/storage-range.ts';
import { blockTraceExecution, callTraceExecution, transactionTraceExecution } from '../debug/trace-executions.ts';
import { tokenSlotExecution } from '../development/token-slot.ts';
import { logSearchExecution } from '../eth/logs/log-search.ts';
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
  storageRangeExecution,
  blockAccessExecution,
  accountRangeExecution,
];
