import { existsSync } from 'node:fs';
import type { Chain } from '../chain/chain.ts';
import type { ForkPoint, GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { rejectEqualAddresses } from '../config/read-config.ts';
import { cometHome } from '../consensus/comet/comet-home.ts';
import { ensureKeyFiles, readNodeId } from '../consensus/comet/process/key-files.ts';
import type { BlockProducer } from '../consensus/single/block-producer.ts';
import type { ConsensusDriver } from '../consensus/types.ts';
import { createEngine } from '../evm/engine.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { Fork } from '../fork/fork.ts';
import { joinNatives } from '../kernel/natives.ts';
import { openMempool } from '../mempool/open-mempool.ts';
import { createModules } from '../modules/index.ts';
import { riskOf, validatorSet } from '../modules/readers.ts';
import { type Address, parseAddress } from '../primitives/address.ts';
import { weiPerQor } from '../primitives/units.ts';
import { defaultFeeCap } from '../rpc/options.ts';
import type { DevelopmentControl, NodeControl } from '../rpc/types.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { isDurable } from '../store/options.ts';
import type { Store } from '../store/types.ts';
import type { NodeUrls } from './banner.ts';
import { openBlockThread } from './block-thread/open-block-thread.ts';
import { assertChainIsThere } from './chain-marker.ts';
import { checkPorts } from './check-ports.ts';
import { CloseStack } from './close-stack.ts';
import { allListeners, type CometPlan, createCometDriver, createProducer, planDriver } from './create-driver.ts';
import { createDevelopmentControl } from './development-control.ts';
import { followBlockTime } from './follow-block-time.ts';
import type { Log } from './log/create-log.ts';
import { logBlocks } from './log/log-blocks.ts';
import { createNodeControl } from './node-control.ts';
import { openHomeChain } from './open-home-chain.ts';
import { openInterfaces } from './open-interfaces.ts';
import { proposerOf } from './proposer.ts';
import { SenderRecovery } from './sender-recovery/sender-recovery.ts';
import { SignatureVerifier } from './signature-verification/signature-verifier.ts';

type NodeOptions = { readonly config: Config; readonly home: Home; readonly genesis: GenesisDocument };

/** A running node. */
export type QordNode = {
  readonly chain: Chain;
  readonly control: NodeControl;
  readonly urls: NodeUrls;
  /** whether a block is on disk before anyone is told of it */
  readonly durable: boolean;
  /** resolves when the node is closed; rejects when it cannot produce blocks any more or its database fails */
  readonly ended: Promise<void>;
  /** Stops producing blocks, lets running requests end, and closes everything in reverse order. */
  close(): Promise<void>;
};

/**
 * Creates every part, in order. Throws a ChainError, HomeError, DirectoryInUseError, PortError, CometError or TlsFilesError; what was opened is
 * closed again, and an existing home stays as it was.
 */
export async function createNode(options: NodeOptions, log: Log): Promise<QordNode> {
  const closers = new CloseStack();
  try {
    return await buildNode(options, log, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function buildNode({ config, home, genesis }: NodeOptions, log: Log, closers: CloseStack): Promise<QordNode> {
  rejectEqualAddresses(config, genesis.network);
  const plan = await planDriver(config, home, genesis.network);
  const ports = allListeners(config, genesis.network, plan);
  const isNew = !existsSync(home.dataFolder);
  if (isNew) await checkPorts(ports); // before anything is written
  assertChainIsThere(home);
  const { promise: failed, fail: onFailure } = failure();
  const onSmallMap = (bytes: number) =>
    log.warn({ bytes }, 'the address space is limited: the database uses a small map');
  const durable = isDurable(config.storage, genesis.network === 'dev' && plan === undefined);
  const store = closers.add(openLmdbStore(home.dataFolder, { durable, onFailure, onSmallMap }));
  if (!isNew) await checkPorts(ports); // after the lock: a node that uses the home uses its ports too
  const engine = createEngine();
  const modules = createModules();
  const natives = joinNatives(precompiles('osaka'), modules);
  const fork = genesis.fork && closers.add(openFork(genesis.fork, config, store, isNew, log));
  const chain = openHomeChain(home, store, { engine, natives, modules, validatorSet }, genesis, fork?.source);
  const isDevelopment = chain.reader.identity.network === 'dev';
  const mempool = openMempool(chain, config.mempool, {
    // coins without value need no protection: scripts deploy at any fee, and well-known contracts use transactions without a chain id
    feeLimit: config['json-rpc']['txfee-cap'] ?? (isDevelopment ? 0n : BigInt(defaultFeeCap) * weiPerQor),
    allowsUnprotected: isDevelopment,
    riskOf,
  });
  const senders = closers.add(new SenderRecovery());
  const signatures = closers.add(new SignatureVerifier());
  const { dataFolder } = home;
  const memory = config.consensus['block-thread-memory'];
  const long = openBlockThread(chain, { dataFolder, memory, origin: fork?.source }, log, closers);
  const parts = { config, home, chain, mempool, senders, signatures, store, log, fork, long };
  const { driver, development, proposer, identity } = plan ? inNetwork(parts, plan, closers) : alone(parts);
  const control = createNodeControl({ chain, mempool, driver, senders, signatures }, development);
  const machine = { engine, natives, modules };
  const interfaces = { config, chain, control, ...machine, proposer, identity, dataFolder, origin: fork?.source };
  const urls = await openInterfaces(interfaces, log, closers);
  logBlocks(chain, log);
  const stop = new AbortController();
  const ended = Promise.race([driver.run(stop.signal), failed]);
  closers.add({
    close: async () => {
      stop.abort();
      await ended.catch(() => {}); // the caller that awaits `ended` gets the error
    },
  });
  return { chain, control, urls, durable, ended, close: () => closers.close() };
}

type NodeDependencies = Parameters<typeof createCometDriver>[0] & {
  readonly store: Store;
  readonly fork: Fork | undefined;
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

function alone(parts: NodeDependencies): BlockSource {
  const { config, chain, mempool, store, log, fork } = parts;
  const { address: proposer, isThisNode: makesBlocks } = proposerOf(chain, config.consensus.proposer);
  const producer = createProducer(parts, proposer);
  if (fork !== undefined) continueTime(chain, producer);
  followBlockTime(chain, producer, config.consensus['block-interval']);
  const isDevelopment = chain.reader.identity.network === 'dev';
  const development = isDevelopment
    ? createDevelopmentControl({ chain, mempool, producer, store, log, options: config.development, fork })
    : undefined;
  if (makesBlocks) return { driver: producer, development, proposer, identity: proposer };
  log.warn('this node produces no blocks: set consensus.proposer to the account of your validator');
  const idle: ConsensusDriver = {
    run: whenAborted,
    preview: () => producer.preview(),
    network: () => producer.network(),
    consensus: () => producer.consensus(),
    decidedRounds: () => producer.decidedRounds(),
  };
  return { driver: idle, development, proposer, identity: proposer };
}

/** The time of a fork goes on from its newest block, however old that is: contracts compare it with what the origin has stored. */
function continueTime(chain: Chain, producer: BlockProducer): void {
  producer.dates.addShift(chain.reader.head().timestamp * 1000 - producer.dates.time);
}

function openFork(point: ForkPoint, config: Config, store: Store, isNew: boolean, log: Log): Fork {
  const fork = new Fork(point, config.fork, store);
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
  const proposedSenders = closers.add(new SenderRecovery());
  const driver = createCometDriver(parts, proposedSenders, plan);
  return { driver, development: undefined, proposer: undefined, identity };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** A promise that rejects with the first failure. */
function failure(): { readonly promise: Promise<never>; readonly fail: (error: Error) => void } {
  let fail: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  promise.catch(() => {}); // the caller that awaits the end of the node gets the error
  return { promise, fail };
}
