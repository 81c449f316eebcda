import type { Chain } from '../chain/chain.ts';
import type { BlockProducer } from '../consensus/single/block-producer.ts';
import type { Mempool } from '../mempool/mempool.ts';
import type { Address } from '../primitives/address.ts';
import type { DevelopmentAccount } from '../primitives/development-accounts.ts';
import type { DevelopmentOptions } from '../rpc/development/options.ts';
import { type DevelopmentControl, isHardhatName, type Rewind } from '../rpc/development-control.ts';
import type { ForkControl } from '../rpc/fork-control.ts';
import type { MainThread } from '../scheduling/main-thread.ts';
import { allAccounts } from '../state/all-accounts.ts';
import type { Reader } from '../store/types.ts';
import { turnsOf } from './development-turns.ts';
import type { Log } from './log/create-log.ts';
import { openProject } from './log/open-project.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly producer: BlockProducer;
  readonly store: Reader;
  readonly log: Pick<Log, 'level' | 'warn'>;
  readonly mainThread: MainThread;
  readonly options: DevelopmentOptions;
  readonly nodeId: string;
  readonly fork: ForkControl | undefined;
  readonly startAnew: DevelopmentControl['startAnew'];
  readonly transactionOrder: DevelopmentControl['transactionOrder'];
  /** for which it signs */
  readonly accounts: readonly DevelopmentAccount[];
  /** Level from the configuration. */
  readonly logLevel: Log['level'];
};

/** Removals of blocks that clients can still see. */
const keptRewinds = 20;

/** The proposer of all further blocks that somebody has set; undefined: the usual one. */
type ChosenProposer = { chosen: Address | undefined };

/** As `DevelopmentControl.keepSettings`. */
function keepSettings({ chain, producer }: Dependencies, proposer: ChosenProposer): () => void {
  const { overrides } = chain.rules;
  const { times } = producer.dates;
  const { baseFee, gasLimit, prevRandao } = overrides;
  const { chosen } = proposer;
  return () => {
    producer.dates.restore(times);
    Object.assign(overrides, { baseFee, gasLimit, prevRandao });
    proposer.chosen = chosen;
    producer.setProposer(chosen);
    producer.reconsider();
  };
}

/** What nobody changes while the network runs. */
function fixedParts({ accounts, transactionOrder, options, nodeId, fork, startAnew, log }: Dependencies) {
  const impersonatesAll = options['auto-impersonate'];
  return {
    accounts,
    transactionOrder,
    impersonatesAll,
    clientVersion: options['client-version'],
    nodeId,
    fork,
    startAnew,
    project: openProject(options, log),
  };
}

/** What methods of development networks control. */
export function createDevelopmentControl(dependencies: Dependencies): DevelopmentControl {
  const { chain, mempool, producer, store, log, logLevel } = dependencies;
  const { overrides } = chain.rules;
  const proposer: ChosenProposer = { chosen: undefined };
  let rewinds: readonly Rewind[] = [];
  const noteRewind = (rewind: Rewind) => {
    rewinds = [rewind, ...rewinds].slice(0, keptRewinds);
  };
  chain.onBlock({ kind: 'critical', name: 'settings of the next block' }, () => {
    delete overrides.baseFee;
    delete overrides.prevRandao;
  });
  return {
    ...turnsOf(dependencies, noteRewind),
    get rewinds() {
      return rewinds;
    },
    ...fixedParts(dependencies),
    get isAutomining() {
      return producer.isAutomining;
    },
    setAutomine: (on) => producer.setAutomine(on, isHardhatName(dependencies.options['client-version'])),
    get blockIntervalMs() {
      return producer.blockIntervalMs;
    },
    setBlockInterval: (milliseconds) => producer.setBlockInterval(milliseconds),
    get time() {
      return producer.dates.time;
    },
    setTime: (time) => producer.dates.setTime(time),
    setNextTime: (time) => producer.dates.setNext(time),
    get timeStepMs() {
      return producer.dates.stepMs;
    },
    setTimeStep: (milliseconds) => producer.dates.setStep(milliseconds),
    get timeShiftMs() {
      return producer.dates.shiftMs;
    },
    setTimeShift: (milliseconds) => producer.dates.addShift(milliseconds - producer.dates.shiftMs),
    setNextBaseFee: (wei) => {
      overrides.baseFee = wei;
      producer.reconsider();
    },
    setNextRandao: (value) => {
      overrides.prevRandao = value;
    },
    forgetNext: () => {
      producer.dates.setNext(undefined);
      delete overrides.baseFee;
      delete overrides.prevRandao;
    },
    keepSettings: () => keepSettings(dependencies, proposer),
    setBlockGasLimit: (gas) => {
      overrides.gasLimit = gas;
      producer.reconsider();
    },
    setProposer: (account) => {
      proposer.chosen = account;
      producer.setProposer(account);
    },
    get chosenProposer() {
      return proposer.chosen;
    },
    accountsOfState: () => allAccounts(store),
    onRewind: (owner, listener) => chain.onRewind(owner, listener),
    drop: (hash) => mempool.remove(hash),
    dropAll: () => mempool.clear(),
    setLogging: (on) => {
      log.level = on ? logLevel : 'silent';
    },
    warn: (message) => log.warn(message),
  };
}
