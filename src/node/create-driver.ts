import type { LongTransactions } from '../chain/block-thread/long-transactions.ts';
import type { Chain } from '../chain/chain.ts';
import type { ChainIdentity } from '../chain/types.ts';
import type { Config } from '../config/config.ts';
import type { Home } from '../config/home.ts';
import { type Listener, listeners } from '../config/listeners.ts';
import { programVersion } from '../config/version.ts';
import { systemClock } from '../consensus/building/clock.ts';
import { CometDriver } from '../consensus/comet/comet-driver.ts';
import { cometHome } from '../consensus/comet/comet-home.ts';
import { assertHomeFits } from '../consensus/comet/prepare-comet.ts';
import { findCometBinary } from '../consensus/comet/process/find-binary.ts';
import { BlockProducer } from '../consensus/single/block-producer.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Submission } from '../mempool/submission.ts';
import {
  arrangeForBlock,
  blockTimeFactor,
  consensusOf,
  consensusRules,
  operatorOf,
  validatorSet,
} from '../modules/readers.ts';
import type { Address } from '../primitives/address.ts';
import type { Faults } from '../primitives/faults.ts';
import { isHardhatName } from '../rpc/development-control.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import type { Log } from './log/create-log.ts';
import type { SenderRecovery } from './sender-recovery/sender-recovery.ts';

type DriverDependencies = {
  readonly config: Config;
  readonly home: Home;
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly submission: Submission;
  readonly log: Log;
  readonly faults: Faults;
  readonly mainThread: MainThread;
  readonly long: LongTransactions | undefined;
};

/** How a node takes part in CometBFT; undefined for a node without peers. */
export type CometPlan = {
  /** undefined when CometBFT is started separately */
  readonly binary: string | undefined;
};

/** Finds what the driver needs before anything is written or opened. Rejects with a CometError. */
export async function planDriver(
  { consensus, comet }: Config,
  home: Home,
  network: ChainIdentity['network'],
): Promise<CometPlan | undefined> {
  const driver = consensus.driver === 'auto' ? (network === 'dev' ? 'single' : 'comet') : consensus.driver;
  if (driver === 'single') return undefined;
  assertHomeFits(cometHome(home.folder));
  if (comet.process === 'external') return { binary: undefined };
  return { binary: await findCometBinary({ configured: comet.binary, home: home.folder, variables: process.env }) };
}

/** Every address that the node and the CometBFT it runs will listen on. */
export function allListeners(
  config: Config,
  network: ChainIdentity['network'],
  plan: CometPlan | undefined,
): readonly Listener[] {
  const own = listeners(config, network);
  if (plan?.binary === undefined) return own;
  return [...own, { name: '[comet] p2p-address', address: config.comet['p2p-address'] }];
}

/** The driver of a node without peers. */
export function createProducer(dependencies: DriverDependencies, proposer: Address): BlockProducer {
  const { config, chain } = dependencies;
  return new BlockProducer({
    ...blockMaking(dependencies),
    proposer,
    consensusOf: (operator) => consensusOf(chain.headState(), operator),
    blockIntervalMs: config.consensus['block-interval'],
    hasDistinctTimes: isHardhatName(config.development['client-version']),
  });
}

const proposals = { network: 'proposals' };

/** The driver of a node in a network. `proposedSenders` decodes only the transactions of proposed blocks. */
export function createCometDriver(
  dependencies: DriverDependencies,
  proposedSenders: SenderRecovery,
  { binary }: CometPlan,
): CometDriver {
  const { config, home, submission, log, faults } = dependencies;
  return new CometDriver({
    ...blockMaking(dependencies),
    ...{ operatorOf, validatorSet, consensusRules, blockTimeFactor, binary },
    accept: (raw, known) => submission.accept(raw, known),
    decodeProposed: (raw) => proposedSenders.decode(raw, proposals),
    home: cometHome(home.folder),
    genesisFile: home.genesisFile,
    options: config.comet,
    version: programVersion(),
    blockIntervalMs: config.consensus['block-interval'],
    maxTransactions: config.mempool['max-transactions'],
    log: log.child({ part: 'consensus' }),
    faults,
    cometLog: log.child({ part: 'cometbft' }),
  });
}

/** What both drivers need to build blocks. */
function blockMaking({ chain, mempool, mainThread, log, long }: DriverDependencies) {
  const { gasLimit } = chain.rules.parameters;
  return {
    chain,
    mempool,
    clock: systemClock,
    mainThread,
    long,
    arrange: (candidates: Iterable<Transaction>) => arrangeForBlock(candidates, chain.headState(), gasLimit),
    onInternalError: (err: unknown, { hash }: Transaction) =>
      log.error({ err, hash }, 'transaction dropped after an internal error'),
  };
}
