import { adminMethods } from '../admin/admin-methods.ts';
import { bundleMethods } from '../bundles/bundle-methods.ts';
import { accountRangeMethods } from '../debug/account-methods.ts';
import { blockAccessMethods } from '../debug/block-access-methods.ts';
import { memoryMethods } from '../debug/memory-methods.ts';
import { rawMethods } from '../debug/raw-methods.ts';
import { storageMethods } from '../debug/storage-methods.ts';
import { traceMethods } from '../debug/trace-methods.ts';
import { developmentMethods, developmentNamespaces } from '../development/development-methods.ts';
import { guarded } from '../development/guard.ts';
import { withMinedAnswers } from '../development/mined-answers.ts';
import { withReportedFailures } from '../development/reported-failures.ts';
import { type DevelopmentControl, isHardhatName } from '../development-control.ts';
import { withDiscovery } from '../dispatch/openrpc.ts';
import { ethMethods } from '../eth/eth-methods.ts';
import { logsOfChain } from '../eth/logs/read-logs.ts';
import { createReceiptParts } from '../eth/receipt-parts.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import type { WaitForReceipt } from '../evm-common/receipt-wait.ts';
import type { Executor } from '../execution/executor.ts';
import { BlockReads } from '../execution/long-blocks.ts';
import { logsOfBoth } from '../forking/logs.ts';
import { withOrigin } from '../forking/pass-on.ts';
import type { Methods } from '../method.ts';
import { netMethods } from '../net/net-methods.ts';
import { otsMethods, senderAndNonceMethods } from '../ots/ots-methods.ts';
import { parityTraceMethods } from '../trace/trace-namespace.ts';
import { txpoolMethods } from '../txpool/txpool-methods.ts';
import { web3Methods } from '../web3/web3-methods.ts';
import { methodsOfApi } from './api.ts';

export type EvmDependencies = EthDependencies & {
  /** the qor_ namespace */
  readonly moduleMethods: Methods;
  readonly executor: Executor;
};

/** All methods of the EVM interface: the namespaces in `api`, and their description. */
export function evmMethods(dependencies: EvmDependencies, api: readonly string[]): Methods {
  const { executor, node } = dependencies;
  const { development } = node;
  const fork = development?.fork;
  const origin = fork && { chain: dependencies.chain, mempool: node.mempool, fork };
  const receipts = createReceiptParts(dependencies, executor);
  const ofChain = logsOfChain(executor);
  const readLogs = origin === undefined ? ofChain : logsOfBoth(origin, ofChain);
  const eth = ethMethods(dependencies, executor, receipts, readLogs);
  const waitForReceipt: WaitForReceipt = (...wait) => receipts.waiters.wait(...wait);
  const methods = {
    ...eth,
    ...web3Methods(dependencies),
    ...netMethods(dependencies),
    ...txpoolMethods(dependencies, executor.texts),
    ...traceMethods(executor),
    ...bundleMethods(executor),
    ...storageMethods(executor),
    ...blockAccessMethods(executor),
    ...accountRangeMethods(executor),
    ...memoryMethods(),
    ...adminMethods(dependencies),
    ...rawMethods(dependencies, new BlockReads(dependencies.chain, executor)),
    ...parityTraceMethods(dependencies, executor),
    ...otsMethods(dependencies, executor),
    ...dependencies.moduleMethods,
    ...(development && guarded(methodsOfDevelopment(dependencies, development, eth, waitForReceipt))),
  };
  const served = development === undefined ? api : [...api, ...developmentNamespaces];
  const ofApi = methodsOfApi(methods, served);
  const all = origin === undefined ? ofApi : withOrigin(ofApi, origin);
  return withDiscovery(all, {
    title: 'qord: EVM-compatible interface and qor_ namespace',
    version: dependencies.clientVersion.split('/')[1]?.replace(/^v/, '') ?? '0.0.0',
    description: `JSON-RPC 2.0 over HTTP and WebSocket. Chain id ${dependencies.chain.states.chainId()}; QOR has 18 decimals here.`,
  });
}

/** The methods that only development networks have, or that differ there. */
function methodsOfDevelopment(
  dependencies: EvmDependencies,
  development: DevelopmentControl,
  eth: Methods,
  waitForReceipt: WaitForReceipt,
): Methods {
  const { executor } = dependencies;
  const methods = {
    ...submissionOf(eth),
    ...senderAndNonceMethods(dependencies, executor),
    ...developmentMethods(dependencies, executor, development, waitForReceipt),
  };
  const answered = isHardhatName(development.clientVersion) ? withReportedFailures : withMinedAnswers;
  return answered(methods, { ...dependencies, waitForReceipt });
}

/** The methods by which signed transactions are submitted. */
function submissionOf(methods: Methods): Methods {
  return Object.fromEntries(Object.entries(methods).filter(([name]) => name.startsWith('eth_sendRawTransaction')));
}
