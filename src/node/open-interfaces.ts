import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Chain } from '../chain/chain.ts';
import type { Config } from '../config/config.ts';
import { homePaths } from '../config/home.ts';
import { programVersion } from '../config/version.ts';
import { isExplorerEnabled } from '../explorer/options.ts';
import { openExplorer } from '../explorer/server/open-explorer.ts';
import type { ShellFacts } from '../explorer/server/shell-facts.ts';
import type { Engine, NativeContracts } from '../kernel/engine.ts';
import type { NativeModule } from '../kernel/module-sdk/define-module.ts';
import { laneFor, overviewQueries, svmOnlyLamports } from '../modules/readers.ts';
import { type Address, toBase58 } from '../primitives/address.ts';
import { dateMs, elapsedMs } from '../primitives/machine.ts';
import { mostConnections } from '../primitives/open-files.ts';
import type { ListenAddress } from '../primitives/settings.ts';
import type { Threads } from '../primitives/threads.ts';
import type { Dispatch, DispatcherDependencies, DispatchMetrics } from '../rpc/dispatch/dispatcher.ts';
import { type EvmService, openEvmRpc, serveEvm } from '../rpc/evm-interface/open-evm-rpc.ts';
import type { Executor } from '../rpc/execution/executor.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import { blockEffectMethods } from '../rpc/qor/block-effects.ts';
import { blockSummaryMethods } from '../rpc/qor/block-summaries.ts';
import { consensusMethods } from '../rpc/qor/consensus-methods.ts';
import { dropReasonMethods } from '../rpc/qor/drop-reason.ts';
import { entryMethods } from '../rpc/qor/entry-methods.ts';
import { moduleMethods } from '../rpc/qor/module-methods.ts';
import { poolLaneMethods } from '../rpc/qor/pool-lanes.ts';
import { qorMethods } from '../rpc/qor/qor-methods.ts';
import { recordMethods } from '../rpc/qor/record-methods.ts';
import { AllowedHosts } from '../rpc/server/access/allowed-hosts.ts';
import { type ConnectionRules, createConnectionRules } from '../rpc/server/connections.ts';
import type { HttpOptions } from '../rpc/server/options.ts';
import { openSvmRpc, type SvmService, serveSvm } from '../rpc/svm-interface/open-svm-rpc.ts';
import type { OriginSource } from '../state/origin-state.ts';
import type { NodeUrls } from './banner.ts';
import type { CloseStack } from './close-stack.ts';
import { openLoggedExecutor } from './execution/open-logged-executor.ts';
import { withLocalFigures } from './local-figures.ts';
import type { Log } from './log/create-log.ts';
import type { Metrics } from './metrics/open-metrics.ts';
import { urlOf, warnIfPublic } from './urls.ts';

export type InterfaceDependencies = {
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
  /** Home of this node, with its database */
  readonly homeFolder: string;
  readonly dataFolder: string;
  /** closes the executions of this network */
  readonly closers: CloseStack;
  /** For a fork: what gets the state below it */
  readonly origin: OriginSource | undefined;
  readonly threads: Threads;
  /** milliseconds of an execution on the main thread when there are no threads; undefined: the default */
  readonly mainThreadMs: number | undefined;
};

type Served = InterfaceDependencies & { readonly executor: Executor };

/** What serves the requests of clients in this process, without a port. */
export type Dispatchers = { readonly evm: Dispatch; readonly svm: Dispatch; readonly svmSubscriptions: Dispatch };

/** The open interfaces. */
export type Interfaces = {
  readonly urls: NodeUrls;
  readonly dispatchers: Dispatchers;
  /** Lets requests wait until `replace`. */
  hold(): void;
  /** Serves another network, with the same configuration. */
  replace(dependencies: InterfaceDependencies): void;
};

/** As many connections as the system allows files for, at most. */
function withinOpenFiles(options: HttpOptions, log: Log): HttpOptions {
  const most = mostConnections();
  if (options['max-connections'] <= most) return options;
  log.warn({ connections: most }, 'too few open files are allowed for http.max-connections: see ulimit -n');
  return { ...options, 'max-connections': most };
}

/** Opens the enabled interfaces; `closers` closes them. */
export async function openInterfaces(
  dependencies: InterfaceDependencies,
  log: Log,
  closers: CloseStack,
): Promise<Interfaces> {
  const metrics = await openNodeMetrics(dependencies, closers);
  const hooksOf = (name: 'evm' | 'svm'): Pick<DispatcherDependencies, 'onUnexpected' | 'metrics'> => ({
    onUnexpected: (err, method) => log.error({ err, method }, 'unexpected error in a request'),
    metrics: observerOf(name, metrics, log),
  });
  const http = withinOpenFiles(dependencies.config.http, log);
  const rules = createConnectionRules(http, dependencies.control);
  const withExecutor = (network: InterfaceDependencies): Served => ({
    ...network,
    executor: openLoggedExecutor(network, metrics?.executions, log),
  });
  const served = withExecutor(dependencies);
  const { mainThread } = dependencies.control;
  const { 'json-rpc': evmOptions, 'svm-rpc': svmOptions } = dependencies.config;
  const evmService = serveEvm(evmOptions, evmParts(served), hooksOf('evm'), mainThread);
  const svmService = serveSvm(svmOptions, svmParts(served), hooksOf('svm'), mainThread);
  closers.add({ close: async () => svmService.close() });
  const evm = await openEvm(served, evmService, hooksOf('evm'), rules, log, closers);
  const svm = await openSvm(served, svmService, hooksOf('svm'), rules, log, closers);
  const explorer = await openPage(dependencies, { ...evm.urls, ...svm.urls }, rules, closers);
  const urls = { explorer, ...evm.urls, ...svm.urls, metrics: metrics?.url };
  return {
    urls,
    dispatchers: { evm: evmService.dispatch, svm: svmService.reads, svmSubscriptions: svmService.subscriptions },
    hold: () => {
      evmService.hold();
      svmService.hold();
    },
    replace: (next) => {
      metrics?.watch(next);
      const replacing = withExecutor(next);
      (evm.rpc ?? evmService).replace(evmParts(replacing));
      (svm.rpc ?? svmService).replace(svmParts(replacing));
    },
  };
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
  dependencies: Served,
  service: EvmService,
  hooks: Hooks,
  rules: ConnectionRules,
  log: Log,
  closers: CloseStack,
) {
  const { ipc, ...section } = dependencies.config['json-rpc'];
  const options = { ...section, ipc: ipc && resolve(dependencies.homeFolder, ipc) };
  const open = () => openEvmRpc(options, evmParts(dependencies), hooks, rules, service);
  const { rpc, urls } = await openEnabled('json-rpc', dependencies.config, open, log, closers);
  return { rpc, urls: { http: urls?.http, webSocket: urls?.webSocket, ipc: rpc?.localPath } };
}

/** Opens an interface unless the configuration disables it; returns its URLs too. */
async function openEnabled<R extends OpenInterface>(
  name: 'json-rpc' | 'svm-rpc',
  config: Config,
  open: () => Promise<R>,
  log: Log,
  closers: CloseStack,
) {
  const options = config[name];
  if (!options.enable) return { rpc: undefined, urls: undefined };
  const rpc = closers.add(await open());
  warnIfPublic(name, options, log);
  const isSecure = options['tls-certificate'] !== '';
  const urls = {
    http: urlOf('http', isSecure, rpc.host, rpc.port),
    webSocket: urlOf('ws', isSecure, rpc.webSocketHost ?? rpc.host, rpc.webSocketPort),
  };
  return { rpc, urls };
}

type OpenInterface = Parameters<CloseStack['add']>[0] & {
  readonly host: string;
  readonly port: number;
  /** given when it is another one */
  readonly webSocketHost?: string;
  readonly webSocketPort: number;
};

function evmParts(dependencies: Served) {
  const { control: node, modules, natives, chain, executor } = dependencies;
  const declared = [...modules.flatMap((module) => module.queries), ...overviewQueries];
  const queries = declared.map((query) => withLocalFigures(query, node.mempool));
  const chainMethods = {
    ...qorMethods(queries, chain.reader, executor.texts),
    ...recordMethods(modules, { chain: chain.reader, node }, executor.texts),
    ...entryMethods(chain.reader, executor.texts),
    ...moduleMethods(modules),
    ...blockEffectMethods(chain.reader, node),
    ...blockSummaryMethods(chain.reader),
    ...consensusMethods(node),
    ...dropReasonMethods(node.mempool, chain.reader),
    ...poolLaneMethods(node.mempool, laneFor, executor.texts),
  };
  const clientVersion = `qord/v${programVersion()}/${process.platform}-${process.arch}/node${process.versions.node}`;
  return {
    chain: chain.reader,
    node,
    natives,
    executor,
    moduleMethods: chainMethods,
    clientVersion,
    now: elapsedMs,
  };
}

async function openSvm(
  dependencies: Served,
  service: SvmService,
  hooks: Hooks,
  rules: ConnectionRules,
  log: Log,
  closers: CloseStack,
) {
  const open = () => openSvmRpc(dependencies.config['svm-rpc'], svmParts(dependencies), hooks, rules, service);
  const { rpc, urls } = await openEnabled('svm-rpc', dependencies.config, open, log, closers);
  return { rpc, urls: { svm: urls?.http, svmWebSocket: urls?.webSocket } };
}

function svmParts({ config, chain, control: node, proposer, identity: address, executor }: Served) {
  const blockIntervalMs = config.consensus['block-interval'];
  const identity = toBase58(address);
  return {
    chain: chain.reader,
    node,
    blockIntervalMs,
    now: dateMs,
    identity,
    proposer,
    executor,
    svmOnlyLamports,
  };
}

/** Opens the explorer when the network or the configuration enables it; returns its URL. */
async function openPage(
  { config, chain, homeFolder }: InterfaceDependencies,
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
  const shell = chain.reader.identity.network === 'dev' ? shellFacts(homeFolder) : undefined;
  const { host, port } = closers.add(await openExplorer(options, { urls, shell }, rules));
  return urlOf('http', false, host, port);
}

/** Commands name their home unless it is the usual one. An installed program is called qord. */
function shellFacts(homeFolder: string): ShellFacts {
  const program = fileURLToPath(new URL('../qord.cjs', import.meta.url));
  const isInstalled = basename(process.argv[1] ?? '') === 'qord';
  return {
    program: isInstalled ? ['qord'] : ['node', program],
    home: homeFolder === homePaths().folder ? null : homeFolder,
  };
}

type NodeMetrics = Metrics & { readonly watch: (next: InterfaceDependencies) => void };

/** Loads the metrics library only when metrics are enabled. */
async function openNodeMetrics(
  { config, chain, control, threads }: InterfaceDependencies,
  closers: CloseStack,
): Promise<NodeMetrics | undefined> {
  if (!config.metrics.enable) return undefined;
  const { openMetrics } = await import('./metrics/open-metrics.ts');
  const { watchNetwork } = await import('./metrics/chain-metrics.ts');
  const metrics = closers.add(
    await openMetrics(config.metrics, new AllowedHosts(config.http['allowed-hosts']), control),
  );
  const watch = watchNetwork(metrics.register, { chain: chain.reader, control, threads });
  return {
    ...metrics,
    watch: (next) => watch({ chain: next.chain.reader, control: next.control, threads: next.threads }),
  };
}
