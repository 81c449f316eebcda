import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { Chain } from '../../chain/chain.ts';
import type { Clock } from '../../consensus/building/clock.ts';
import { systemClock } from '../../consensus/building/clock.ts';
import { createApplication } from '../../consensus/comet/application.ts';
import { BlockExecutor } from '../../consensus/comet/block-executor.ts';
import { paceBlocks } from '../../consensus/comet/block-pace.ts';
import { BlockProposer } from '../../consensus/comet/block-proposer.ts';
import { ExecutedBlocks } from '../../consensus/comet/executed-blocks.ts';
import { chainStart } from '../../consensus/comet/genesis-file.ts';
import { PeerRejections } from '../../consensus/comet/peer-rejections.ts';
import { TransactionGossip } from '../../consensus/comet/transaction-gossip.ts';
import { decodeTransaction } from '../../kernel/transaction/codec.ts';
import { openMempool } from '../../mempool/open-mempool.ts';
import { mempoolOptions } from '../../mempool/options.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { Faults } from '../../primitives/faults.ts';
import type { Hash } from '../../primitives/hash.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createMemoryChain } from '../memory-chain.ts';
import { testMainThread } from '../process/main-thread.ts';
import { accountOf } from '../sign-from.ts';

type ApplicationOptions = {
  readonly clock?: Clock;
  readonly emptyBlockDelayMs?: number;
  readonly maxTransactions?: number;
  readonly blockTimeFactor?: number;
  /** in the place of one in memory in which all development accounts have coins */
  readonly chain?: Chain;
  readonly long?: LongTransactions;
  /** gets what a candidate of a proposal has thrown; by default it is thrown again */
  readonly onInternalError?: (error: unknown) => void;
};

/**
 * The application that CometBFT speaks to, by default over a chain in memory; the test calls it as CometBFT would.
 * `decoded`: hashes of the transactions, in order.
 */
export function openApplication({
  clock = systemClock,
  emptyBlockDelayMs = 0,
  maxTransactions = 100,
  blockTimeFactor = 1,
  chain = chainInMemory(),
  long,
  onInternalError = rethrow,
}: ApplicationOptions = {}) {
  const faults = new Faults();
  const policy = { feeLimitWei: 0n, allowsUnprotected: false };
  const mempool = openMempool(chain, mempoolOptions.parse({}), policy, { faults });
  const rejections: string[] = [];
  const otherVersions: number[] = [];
  const decoded: Hash[] = [];
  const blockErrors: unknown[] = [];
  const fromPeers = new PeerRejections({ debug: () => {} }, faults);
  const operator = accountOf(0);
  const rules = { evidenceSeconds: 600, keyTypes: ['ed25519'] };
  const making = {
    chain,
    mempool,
    clock,
    mainThread: testMainThread(),
    long,
    arrange: <T>(candidates: T) => candidates,
    onInternalError,
    operatorOf: () => operator,
    consensusRules: () => rules,
    decode: async (raw: Uint8Array) => {
      const transaction = decodeTransaction(raw);
      decoded.push(transaction.hash);
      return transaction;
    },
    onInvalidProposal: (_height: number, reason: string) => void rejections.push(reason),
    onBlockError: (_height: number, error: unknown) => void blockErrors.push(error),
  };
  const stop = new AbortController();
  const executed = new ExecutedBlocks();
  const gossip = new TransactionGossip({
    ...making,
    accept: async (raw) => mempool.add(await making.decode(raw)),
    maxTransactions,
    proposed: () => undefined,
    nextBaseFee: () => chain.next.baseFee(),
    rejections: fromPeers,
    onOtherVersion: (version) => void otherVersions.push(version),
  });
  const proposer = new BlockProposer({ ...making, emptyBlockDelayMs }, executed);
  const application = createApplication({
    chain,
    version: '0',
    start: chainStart(chain, [{ publicKey: new Uint8Array(32), power: 1 }], rules),
    proposer,
    executor: new BlockExecutor(making, executed),
    gossip,
    faults,
    onDecided: () => {},
    onCommit: () => true,
    pace: () => paceBlocks({ ...making, blockIntervalMs: 2_000, blockTimeFactor: () => blockTimeFactor }, stop.signal),
  });
  const seen = { rejections, otherVersions, decoded, blockErrors, fromPeers: fromPeers.counts, faults: faults.counts };
  return { chain, mempool, application, proposer, ...seen, operator, stop: () => stop.abort() };
}

function rethrow(error: unknown): never {
  throw error;
}

function chainInMemory(): Chain {
  return createMemoryChain((state) => {
    for (const { address } of developmentAccounts) state.mint(address, 1000n * weiPerQor);
  }).chain;
}
