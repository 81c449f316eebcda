import { existsSync } from 'node:fs';
import type { Chain } from '../chain/chain.ts';
import type { ForkPoint, GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { cometHome } from '../consensus/comet/comet-home.ts';
import { ensureKeyFiles, readNodeId } from '../consensus/comet/process/key-files.ts';
import type { ConsensusDriver } from '../consensus/consensus-driver.ts';
import type { BlockProducer } from '../consensus/single/block-producer.ts';
import { createEngine } from '../evm/engine.ts';
import type { EvmInstance } from '../evm/instance/evm-instance.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { Fork } from '../fork/fork.ts';
import { joinNatives } from '../kernel/natives.ts';
import { ArrivingTransactions } from '../mempool/arriving-transactions.ts';
import { InvalidSignatures } from '../mempool/invalid-signatures.ts';
import { openMempool } from '../mempool/open-mempool.ts';
import { Submission } from '../mempool/submission.ts';
import { createModules } from '../modules/index.ts';
import { riskOf, validatorSet } from '../modules/readers.ts';
import { type Address, parseAddress } from '../primitives/address.ts';
import { cacheSizes } from '../primitives/cache-sizes.ts';
import { explained, Faults } from '../primitives/faults.ts';
import type { Hash } from '../primitives/hash.ts';
import { elapsedMs } from '../primitives/machine.ts';
import { Threads } from '../primitives/threads.ts';
import { weiPerQor } from '../primitives/units.ts';
import type { DevelopmentControl } from '../rpc/development-control.ts';
import type { NodeControl } from '../rpc/node-control.ts';
import { defaultFeeCap } from '../rpc/options.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { isDurable } from '../store/options.ts';
import type { Store } from '../store/types.ts';
import { openBlockThread } from './block-thread/open-block-thread.ts';
import { CloseStack } from './close-stack.ts';
import { type CometPlan, createCometDriver, createProducer } from './create-driver.ts';
import { developersOf } from './developers.ts';
import { createDevelopmentControl } from './development-control.ts';
import { followBlockTime } from './follow-block-time.ts';
import type { Log } from './log/create-log.ts';
import { createNodeControl } from './node-control.ts';
import { openHomeChain } from './open-home-chain.ts';
import type { InterfaceDependencies } from './open-interfaces.ts';
import { PendingBlocks } from './pending-blocks.ts';
import { proposerOf } from './proposer.ts';
import { replayOrigin } from './replay-origin.ts';
import { SenderRecovery } from './sender-recovery/sender-recovery.ts';
import { keepSetTimes, readSetTimes } from './set-times.ts';
import { SignatureVerifier } from './signature-verification/signature-verifier.ts';

export type NodeOptions = {
  readonly config: Config;
  readonly home: Home;
  readonly genesis: GenesisDocument;
  /** opens the database; LMDB on disk by default */
  readonly openStore?: typeof openLmdbStore | undefined;
  /** for engines; new ones by default */
  readonly createInstance?: (() => EvmInstance) | undefined;
  /**
   * Called when nobody else can use the home any more, before there is a chain: what its files say the next start must
   * find, also after a crash, and a start that fails later.
   */
  readonly beforeChain?: (() => void) | undefined;
  /** milliseconds of an execution for a client where there are no threads; by default few, because others wait */
  readonly mainThreadMs?: number | undefined;
};

type NetworkOptions = NodeOptions & {
  /** undefined for a node without peers */
  readonly plan: CometPlan | undefined;
  /** The node recognizes itself by it behind the origin of a fork. */
  readonly nodeId: string;
  /** That of the origin of a fork, where the configuration has another one. */
  readonly originUrl?: string | undefined;
  /** Of the origin of a fork: what follows its block up to this transaction is repeated. */
  readonly repeatTo?: Hash | undefined;
  /** Called when nobody else can use the home any more. */
  readonly onLocked: () => Promise<void>;
  readonly startAnew: DevelopmentControl['startAnew'];
  readonly mainThread: MainThread;
};

/** Everything of a node but its interfaces: database, chain, pool, threads, and what makes blocks. */
export type Network = {
  readonly chain: Chain;
  readonly control: NodeControl;
  readonly fork: Fork | undefined;
  /** whether a block is on disk before anyone is told of it */
  readonly durable: boolean;
  /** what the interfaces need of it */
  readonly parts: InterfaceDependencies;
  /** Makes or follows blocks until the signal aborts. Rejects when that, or the database, fails. */
  run(signal: AbortSignal): Promise<void>;
  /** Closes everything in reverse order; `run` has to have ended. */
  close(): Promise<void>;
};

/** Opens them in order. Rejects as `createNode`; what was opened is closed again. */
export async function openNetwork(options: NetworkOptions, log: Log): Promise<Network> {
  const closers = new CloseStack();
  try {
    return await open(options, log, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function open(options: NetworkOptions, log: Log, closers: CloseStack): Promise<Network> {
  const { config, home, genesis, plan, startAnew, nodeId, mainThread, openStore = openLmdbStore } = options;
  const isNew = !existsSync(home.dataFolder);
  const { promise: failed, fail: onFailure } = failure();
  const onSmallMap = (bytes: number) =>
    log.warn({ bytes }, 'the address space is limited: the database uses a small map');
  const durable = isDurable(config.storage, genesis.network === 'dev' && plan === undefined);
  const faults = new Faults({
    log: ({ error: err, part, count }) => log.error({ err, part, count }, 'a fault was contained'),
    end: onFailure,
  });
  const threads = new Threads(faults);
  const store = closers.add(openStore(home.dataFolder, { durable, onFailure, onSmallMap }));
  await options.onLocked();
  const modules = createModules();
  const natives = joinNatives(precompiles('osaka'), modules);
  const fork = genesis.fork && closers.add(openFork(genesis.fork, options, store, isNew, log));
  const keepsPrints = genesis.network === 'dev' && plan === undefined;
  const newEngine = () => createEngine(options.createInstance, { keepsPrints });
  const context = { engine: newEngine(), natives, modules, validatorSet };
  const caches = cacheSizes(config.storage['cache-size']);
  const chain = openHomeChain(home, store, context, genesis, { origin: fork?.source, caches, faults });
  if (fork && options.repeatTo) await replayOrigin(chain, fork, options.repeatTo, home.genesisFile, log);
  const isDevelopment = chain.reader.identity.network === 'dev';
  const policy = {
    // coins without value need no protection: scripts deploy at any fee, and well-known contracts use transactions
    // without a chain id
    feeLimitWei: config['json-rpc']['txfee-cap'] ?? (isDevelopment ? 0n : BigInt(defaultFeeCap) * weiPerQor),
    allowsUnprotected: isDevelopment,
    riskOf,
  };
  const mempool = openMempool(chain, config.mempool, policy, { faults, mainThread });
  const senders = closers.add(new SenderRecovery(threads, mainThread));
  const signatures = closers.add(new SignatureVerifier(threads, mainThread));
  const decode: SenderRecovery['decode'] = (...args) => senders.decode(...args);
  const invalid = new InvalidSignatures(config['json-rpc']['max-invalid-hybrid-transactions'], elapsedMs);
  const arriving = new ArrivingTransactions({
    total: config.mempool['max-arriving-bytes'],
    perClient: config.mempool['max-arriving-bytes-per-client'],
  });
  const submission = new Submission({ mempool, decode, checks: signatures, invalid, arriving });
  const { dataFolder } = home;
  const memory = config.consensus['block-thread-memory'];
  const long = openBlockThread(chain, { dataFolder, memory, origin: fork?.source, threads }, log, closers);
  const making = { config, home, chain, mempool, submission, log, long, threads, faults, mainThread };
  const parts = { ...making, store, fork, nodeId, startAnew };
  const { driver, development, proposer, identity } = plan ? inNetwork(parts, plan, closers) : await alone(parts);
  const pending = closers.add(new PendingBlocks({ chain, mempool, driver, mainThread }));
  const control = createNodeControl({ chain, mempool, submission, driver, faults, mainThread, pending }, development);
  // not that of blocks: what clients call leaves nothing behind where blocks are executed
  const machine = { engine: newEngine(), natives, modules };
  const origin = fork?.source;
  const given = { homeFolder: home.folder, dataFolder, mainThreadMs: options.mainThreadMs };
  return {
    chain,
    control,
    fork,
    durable,
    parts: { config, chain, control, ...machine, proposer, identity, ...given, origin, threads, closers },
    run: (signal) => Promise.race([makeBlocks(driver, signal), failed]),
    close: () => closers.close(),
  };
}

type NodeDependencies = Parameters<typeof createCometDriver>[0] & {
  readonly store: Store;
  readonly fork: Fork | undefined;
  readonly threads: Threads;
  readonly nodeId: string;
  readonly startAnew: DevelopmentControl['startAnew'];
};

/** What makes the blocks of a node. */
type BlockSource = {
  readonly driver: ConsensusDriver;
  readonly development: DevelopmentControl | undefined;
  /** operator of the validator of all next blocks; undefined when that is not known ahead */
  readonly proposer: Address | undefined;
  /** the identity that this node shows to its peers and clients */
  readonly identity: Address;
};

async function alone(parts: NodeDependencies): Promise<BlockSource> {
  const { config, chain, mempool, store, log, fork, nodeId, startAnew, mainThread } = parts;
  const { address: proposer, isThisNode: makesBlocks } = proposerOf(chain, config.consensus.proposer);
  const producer = createProducer(parts, proposer);
  const isDevelopment = chain.reader.identity.network === 'dev';
  if (isDevelopment) continueTime(chain, producer, parts);
  followBlockTime(chain, producer, config.consensus['block-interval']);
  if (isDevelopment && !config.development.automine) producer.setAutomine(false);
  const settings = { options: config.development, logLevel: config.log.level, transactionOrder: config.mempool.order };
  const accounts = isDevelopment ? await developersOf(config.genesis) : [];
  const development = isDevelopment
    ? createDevelopmentControl({
        chain,
        mempool,
        producer,
        store,
        log,
        fork,
        nodeId,
        startAnew,
        mainThread,
        accounts,
        ...settings,
      })
    : undefined;
  if (makesBlocks) return { driver: producer, development, proposer, identity: proposer };
  log.warn('this node produces no blocks: set consensus.proposer to the account of your validator');
  const idle: ConsensusDriver = {
    run: whenAborted,
    preview: (time, limitMs) => producer.preview(time, limitMs),
    previewInputs: () => producer.previewInputs(),
    network: () => producer.network(),
    rejectedFromPeers: () => producer.rejectedFromPeers(),
    consensus: () => producer.consensus(),
    process: () => producer.process(),
    decidedRounds: () => producer.decidedRounds(),
  };
  return { driver: idle, development, proposer, identity: proposer };
}

/**
 * The time that was moved continues as if the node had not been stopped. That of a new fork, or of a network with a
 * chosen time, begins with its first block, however old that is: contracts compare it with what is stored. It is never
 * before the newest block, where it would stand still.
 */
function continueTime(chain: Chain, { dates }: BlockProducer, { config, home, fork, log }: NodeDependencies): void {
  const { dataFolder } = home;
  const kept = readSetTimes(dataFolder);
  keepSetTimes(dates, dataFolder, log);
  if (kept !== undefined) dates.restore(kept);
  const ahead = chain.reader.head().timestamp * 1000 - dates.time;
  const isPast = fork !== undefined || config.genesis.timestamp !== 0;
  if (ahead > 0 || (isPast && kept === undefined)) dates.addShift(ahead);
}

function openFork(
  point: ForkPoint,
  { config, nodeId, originUrl }: NetworkOptions,
  store: Store,
  isNew: boolean,
  log: Log,
): Fork {
  const fork = new Fork(point, config.fork, store, nodeId, originUrl);
  const { modules = 'new' } = point;
  log.info({ origin: fork.originName, block: point.blockNumber, modules }, 'this network is a fork');
  if (isNew && modules === 'new') log.info('native modules begin as in a new network');
  if (isNew || config.fork.url === '') return fork;
  void fork.fault().then((fault) => {
    if (fault !== undefined) log.warn(`the origin ${fork.originName} is not that of this fork: ${fault}`);
  });
  return fork;
}

function inNetwork(parts: NodeDependencies, plan: CometPlan, closers: CloseStack): BlockSource {
  const comet = cometHome(parts.home.folder);
  ensureKeyFiles(comet);
  const identity = parseAddress(`0x${readNodeId(comet)}`);
  const proposedSenders = closers.add(
    new SenderRecovery(parts.threads, parts.mainThread, { name: 'sender recovery of proposals', kind: 'block' }),
  );
  const driver = createCometDriver(parts, proposedSenders, plan);
  return { driver, development: undefined, proposer: undefined, identity };
}

/** As `run` of the driver. Rejects with an error that says what to do. */
async function makeBlocks(driver: ConsensusDriver, signal: AbortSignal): Promise<void> {
  try {
    await driver.run(signal);
  } catch (error) {
    throw explained('block production', error);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function failure(): { readonly promise: Promise<never>; readonly fail: (error: Error) => void } {
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  promise.catch(() => {}); // the caller that awaits the end of the node gets the error
  return { promise, fail };
}
