import type { Chain } from '../chain/chain.ts';
import type { BlockProducer } from '../consensus/single/block-producer.ts';
import type { Mempool } from '../mempool/mempool.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import type { DevelopmentOptions } from '../rpc/development/options.ts';
import type { DevelopmentControl, ForkControl } from '../rpc/types.ts';
import { allAccounts } from '../state/all-accounts.ts';
import type { Reader } from '../store/types.ts';
import type { Log } from './log/create-log.ts';

type Dependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly producer: BlockProducer;
  readonly store: Reader;
  readonly log: Pick<Log, 'level' | 'warn'>;
  readonly options: DevelopmentOptions;
  readonly fork: ForkControl | undefined;
};

/** What methods of development networks control. */
export function createDevelopmentControl(dependencies: Dependencies): DevelopmentControl {
  const { chain, mempool, producer, store, log, options, fork } = dependencies;
  const { overrides } = chain.rules;
  const { level } = log;
  chain.onBlock(() => {
    delete overrides.baseFee;
  });
  return {
    accounts: developmentAccounts,
    mine: async () => void (await producer.mine()),
    get isAutomining() {
      return producer.isAutomining;
    },
    setAutomine: (on) => producer.setAutomine(on),
    get blockInterval() {
      return producer.blockInterval;
    },
    setBlockInterval: (milliseconds) => producer.setBlockInterval(milliseconds),
    get time() {
      return producer.dates.time;
    },
    setNextTime: (time) => producer.dates.setNext(time),
    get timeStep() {
      return producer.dates.step;
    },
    setTimeStep: (milliseconds) => producer.dates.setStep(milliseconds),
    get timeShift() {
      return producer.dates.shift;
    },
    setTimeShift: (milliseconds) => producer.dates.addShift(milliseconds - producer.dates.shift),
    setNextBaseFee: (wei) => {
      overrides.baseFee = wei;
    },
    setBlockGasLimit: (gas) => {
      overrides.gasLimit = gas;
    },
    setProposer: (account) => producer.setProposer(account),
    amend: (change) => {
      const { baseFee } = overrides;
      chain.amend(change);
      if (baseFee !== undefined) overrides.baseFee = baseFee; // the setting applies to the next block with transactions
    },
    accountsOfState: () => allAccounts(store),
    rewind: (height) => chain.rewind(height),
    onRewind: (listener) => chain.onRewind(listener),
    drop: (hash) => mempool.remove(hash),
    dropAll: () => mempool.clear(),
    setLogging: (on) => {
      log.level = on ? level : 'silent';
    },
    warn: (message) => log.warn(message),
    clientVersion: options['client-version'],
    fork,
  };
}
