import type { Chain } from '../chain/chain.ts';
import type { Config } from '../config/config.ts';
import { programVersion } from '../config/version.ts';
import { isExplorerEnabled } from '../explorer/options.ts';
import { openExplorer } from '../explorer/server/open-explorer.ts';
import type { Engine, NativeContracts } from '../kernel/engine.ts';
import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import { computeBudget, laneFor, overviewQueries, svmOnlyLamports } from '../modules/readers.ts';
import { type Address, toBase58 } from '../primitives/address.ts';
import type { ListenAddress } from '../primitives/settings.ts';
import type { DispatcherDependencies, DispatchMetrics } from '../rpc/dispatch/dispatcher.ts';
import { openEvmRpc } from '../rpc/evm-interface/open-evm-rpc.ts';
import type { ExecutionMetrics } from '../rpc/execution/execution-metrics.ts';
import { blockEffectMethods } from '../rpc/qor/block-effects.ts';
import { consensusMethods } from '../rpc/qor/consensus-methods.ts';
import { entryMethods } from '../rpc/qor/entry-methods.ts';
import { moduleMethods } from '../rpc/qor/module-methods.ts';
import { poolLaneMethods } from '../rpc/qor/pool-lanes.ts';
import { qorMethods } from '../rpc/qor/qor-methods.ts';
import { recordMethods } from '../rpc/qor/record-methods.ts';
import { AllowedHosts } from '../rpc/server/access/allowed-hosts.ts';
import { type ConnectionRules, createConnectionRules } from '../rpc/server/connection-rules.ts';
import { openSvmRpc } from '../rpc/svm-interface/open-svm-rpc.ts';
import type { NodeControl } from '../rpc/types.ts';
import type { OriginSource } from '../state/origin-state.ts';
import type { NodeUrls } from './banner.ts';
import type { CloseStack } from './close-stack.ts';
import { openExecutor } from './execution/open-executor.ts';
import { withLocalFigures } from './local-figures.ts';
import type { Log } from './log/create-log.ts';
import type { Metrics } from './metrics/open-metrics.ts';
import { urlOf, warnIfPublic } from './urls.ts';

type InterfaceDependencies = {
  readonly config: Config;
  readonly chain: Chain;
  readonly control: NodeControl;
  readonly engine: Engine;
  readonly natives: NativeContracts;
  readonly modules: readonly NativeModule[];
  /** operator of the validator of all next blocks; undefined when that is not known ahead */
  readonly proposer: Address | undefined;
  /** the identity that this node shows to its peers and clients */
  readonly identity: Address;
  /** of the database */
  readonly dataFolder: string;
  /** of a fork: what gets the state below it */
  readonly origin: OriginSource | undefined;
};

/** Opens the enabled interfaces. */
export async function openInterfaces(
  dependencies: InterfaceDependencies,
  log: Log,
  closers: CloseStack,
): Promise<NodeUrls> {
  const metrics = await openNodeMetrics(dependencies, closers);
  const hooksOf = (name: 'evm' | 'svm'): Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'> => ({
    onUnexpected: (err, method) => log.error({ err, method }, 'unexpected error in a request'),
    metrics: observerOf(name, metrics, log),
  });
  const rules = createConnectionRules(dependencies.config.http);
  const evm = await openEvm(dependencies, metrics?.executions, hooksOf('evm'), rules, log, closers);
  const svm = await openSvm(dependencies, hooksOf('svm'), rules, log, closers);
  const explorer = await openPage(dependencies, { ...evm, ...svm }, rules, closers);
  return { explorer, ...evm, ...svm, metrics: metrics?.url };
}

/** Counts calls for the metrics and logs them at debug; undefined when neither is enabled. */
function observerOf(name: 'evm' | 'svm', metrics: Metrics | undefined, log: Log): DispatchMetrics | undefined {
  const counted = metrics?.rpc(name);
  if (!log.isLevelEnabled('debug')) return counted;
  return {
    observe: (method, ms, isFault) => {
      counted?.observe(method, ms, isFault);
      log.debug({ interface: name, method, ms: Math.round(ms * 1000) / 1000, fault: isFault }, 'call');
    },
  };
}

type Hooks = Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'>;

async function openEvm(
  dependencies: InterfaceDependencies,
  executions: ExecutionMetrics | undefined,
  hooks: Hooks,
  rules: ConnectionRules,
  log: Log,
  closers: CloseStack,
) {
  const options = dependencies.config['json-rpc'];
  if (!options.enable) return { http: undefined, webSocket: undefined };
  const { control: node, modules, natives, chain } = dependencies;
  const declared = [...modules.flatMap((module) => module.queries), ...overviewQueries];
  const queries = declared.map((query) => withLocalFigures(query, node.mempool));
  const chainMethods = {
    ...qorMethods(queries, chain.reader),
    ...recordMethods(modules, chain.reader),
    ...entryMethods(chain.reader),
    ...moduleMethods(modules),
    ...blockEffectMethods(chain.reader, node),
    ...consensusMethods(node),
    ...poolLaneMethods(node.mempool, laneFor),
  };
  const clientVersion = `qord/v${programVersion()}/${process.platform}-${process.arch}/node${process.versions.node}`;
  const evmDependencies = {
    chain: chain.reader,
    node,
    natives,
    executor: openExecutor(dependencies, options, executions, closers),
    moduleMethods: chainMethods,
    clientVersion,
    now: () => performance.now(),
  };
  const rpc = closers.add(await openEvmRpc(options, evmDependencies, hooks, rules));
  warnIfPublic('json-rpc', options, log);
  const isSecure = options['tls-certificate'] !== '';
  return {
    http: urlOf('http', isSecure, rpc.host, rpc.port),
    webSocket: urlOf('ws', isSecure, rpc.webSocketHost, rpc.webSocketPort),
  };
}

async function openSvm(
  { config, chain, control: node, proposer, identity: address }: InterfaceDependencies,
  hooks: Hooks,
  rules: ConnectionRules,
  log: Log,
  closers: CloseStack,
) {
  const options = config['svm-rpc'];
  if (!options.enable) return { svm: undefined, svmWebSocket: undefined };
  const blockInterval = config.consensus['block-interval'];
  const identity = toBase58(address);
  const dependencies = {
    chain: chain.reader,
    node,
    blockInterval,
    now: () => Date.now(),
    identity,
    proposer,
    svmOnlyLamports,
    computeBudget,
  };
  const rpc = closers.add(await openSvmRpc(options, dependencies, hooks, rules));
  warnIfPublic('svm-rpc', options, log);
  const isSecure = options['tls-certificate'] !== '';
  return {
    svm: urlOf('http', isSecure, rpc.host, rpc.port),
    svmWebSocket: urlOf('ws', isSecure, rpc.host, rpc.webSocketPort),
  };
}

/** Opens the explorer when the network or the configuration enables it; returns its URL. */
async function openPage(
  { config, chain }: InterfaceDependencies,
  { http, webSocket, svm }: Pick<NodeUrls, 'http' | 'webSocket' | 'svm'>,
  rules: ConnectionRules,
  closers: CloseStack,
): Promise<string | undefined> {
  const { explorer: options, 'json-rpc': evmOptions, 'svm-rpc': svmOptions } = config;
  if (!isExplorerEnabled(options, chain.reader.identity.network)) return undefined;
  const listening = (url: string | undefined, { host }: ListenAddress) =>
    url === undefined ? undefined : { url, host };
  const urls = {
    rpc: listening(http, evmOptions.address),
    ws: listening(webSocket, evmOptions['ws-address']),
    svm: listening(svm, svmOptions.address),
  };
  const { host, port } = closers.add(await openExplorer(options, urls, rules));
  return urlOf('http', false, host, port);
}

/** Loads the metrics library only when metrics are enabled. */
async function openNodeMetrics(
  { config, chain, control }: InterfaceDependencies,
  closers: CloseStack,
): Promise<Metrics | undefined> {
  if (!config.metrics.enable) return undefined;
  const { openMetrics } = await import('./metrics/open-metrics.ts');
  const { watchChain } = await import('./metrics/chain-metrics.ts');
  const metrics = closers.add(await openMetrics(config.metrics, new AllowedHosts(config.http['allowed-hosts'])));
  watchChain(metrics.register, chain.reader, control);
  return metrics;
}
