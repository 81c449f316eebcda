import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { Executor } from '../execution/executor.ts';
import type { Methods } from '../method.ts';
import { accountMethods } from './account-methods.ts';
import { blockMethods } from './block-methods.ts';
import { BlockTexts } from './block-texts.ts';
import { callMethods } from './call-methods.ts';
import { feeMethods } from './fee-methods.ts';
import { filterMethods } from './filters/filter-methods.ts';
import { forkMethods } from './fork-methods.ts';
import { logMethods } from './log-methods.ts';
import { logTextsOf } from './logs/log-search.ts';
import type { ReadLogs } from './logs/read-logs.ts';
import { miningMethods } from './mining-methods.ts';
import { nodeMethods } from './node-methods.ts';
import { proofMethods } from './proof-methods.ts';
import { receiptMethods } from './receipt-methods.ts';
import type { ReceiptParts } from './receipt-parts.ts';
import { simulateMethods } from './simulate-methods.ts';
import { stateMethods } from './state-methods.ts';
import { submitMethods } from './submit-methods.ts';
import { SubscriptionHub } from './subscriptions/subscription-hub.ts';
import { subscriptionMethods } from './subscriptions/subscription-methods.ts';
import { transactionMethods } from './transaction-methods.ts';
import { uncleMethods } from './uncle-methods.ts';

/** The eth_ namespace. `readLogs`: the logs of a range or a block, for eth_getLogs and eth_getFilterLogs */
export function ethMethods(
  dependencies: EthDependencies,
  executor: Executor,
  parts: ReceiptParts,
  readLogs: ReadLogs,
): Methods {
  const { chain, node, limits } = dependencies;
  const { quotas, reads, receipts, waiters } = parts;
  clearOnRewind(node, logTextsOf(executor.node));
  return {
    ...nodeMethods(dependencies),
    ...stateMethods(dependencies),
    ...accountMethods(dependencies, executor),
    ...miningMethods(),
    ...callMethods(executor),
    ...simulateMethods(executor),
    ...proofMethods(executor),
    ...forkMethods(dependencies),
    ...blockMethods(dependencies, clearOnRewind(node, new BlockTexts(chain)), reads, executor.texts),
    ...uncleMethods(dependencies),
    ...transactionMethods(dependencies),
    ...receiptMethods(chain, receipts),
    ...feeMethods(dependencies, executor),
    ...logMethods(executor.node.limits.filterCap, readLogs),
    ...filterMethods(dependencies, executor, quotas, readLogs),
    ...subscriptionMethods(new SubscriptionHub(dependencies, quotas, limits.maxResponseBytes)),
    ...submitMethods(dependencies, waiters),
  };
}
