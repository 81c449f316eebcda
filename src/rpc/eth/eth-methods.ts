import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { WatchQuotas } from '../evm-common/watch-quotas.ts';
import { ExecutionScheduler } from '../execution/execution-scheduler.ts';
import type { TimeSliceQueue } from '../execution/time-slice-queue.ts';
import type { Methods } from '../types.ts';
import { accessListMethods } from './access-list-methods.ts';
import { blockMethods } from './block-methods.ts';
import { BlockTexts } from './block-texts.ts';
import { callMethods } from './call-methods.ts';
import { feeMethods } from './fee-methods.ts';
import { filterMethods } from './filters/filter-methods.ts';
import { forkMethods } from './fork-methods.ts';
import { logMethods } from './log-methods.ts';
import { LogSearches } from './logs/log-searches.ts';
import { LogTexts } from './logs/log-texts.ts';
import { nodeMethods } from './node-methods.ts';
import { proofMethods } from './proof-methods.ts';
import { receiptMethods } from './receipt-methods.ts';
import { simulateMethods } from './simulate-methods.ts';
import { stateMethods } from './state-methods.ts';
import { submitMethods } from './submit-methods.ts';
import { SubscriptionHub } from './subscriptions/subscription-hub.ts';
import { subscriptionMethods } from './subscriptions/subscription-methods.ts';
import { transactionMethods } from './transaction-methods.ts';
import { uncleMethods } from './uncle-methods.ts';

/** The eth_ namespace. `timeSlices`: shared with all other executions. */
export function ethMethods(dependencies: EthDependencies, timeSlices: TimeSliceQueue): Methods {
  const { chain, node, limits } = dependencies;
  const scheduler = new ExecutionScheduler({
    timeSlices,
    timeout: limits.evmTimeout,
    maxWaiting: limits.maxWaitingCalls,
  });
  const quotas = new WatchQuotas(limits.watch);
  const logTexts = clearOnRewind(node, new LogTexts(chain));
  const searches = new LogSearches(dependencies, logTexts, timeSlices);
  return {
    ...nodeMethods(dependencies),
    ...stateMethods(dependencies),
    ...callMethods(dependencies, scheduler),
    ...accessListMethods(dependencies, scheduler),
    ...simulateMethods(dependencies, scheduler),
    ...proofMethods(dependencies),
    ...forkMethods(dependencies),
    ...blockMethods(dependencies, clearOnRewind(node, new BlockTexts(chain))),
    ...uncleMethods(dependencies),
    ...transactionMethods(dependencies),
    ...receiptMethods(dependencies),
    ...feeMethods(dependencies),
    ...logMethods(dependencies, searches),
    ...filterMethods(dependencies, logTexts, searches, quotas),
    ...subscriptionMethods(new SubscriptionHub(node, quotas)),
    ...submitMethods(dependencies),
  };
}
