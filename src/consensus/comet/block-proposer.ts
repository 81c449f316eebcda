import type { LongTransactions } from '../../chain/block-thread/long-transactions.ts';
import type { RejectedCandidate } from '../../chain/build-block.ts';
import type { Chain } from '../../chain/chain.ts';
import type { BlockPlan } from '../../chain/next-block.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { emptyReport } from '../../kernel/module.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { dropReasonOf } from '../../mempool/drop-reasons.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { Address } from '../../primitives/address.ts';
import type { MainThread, WorkTime } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import type { StateView } from '../../state/types.ts';
import { BuildDeadline } from '../building/build-deadline.ts';
import type { Clock } from '../building/clock.ts';
import { FinishingTime } from '../building/finishing-time.ts';
import { firstTransaction } from '../building/first-transaction.ts';
import { withoutLong } from '../building/long-transactions.ts';
import type { RequestOf, ResponseOf } from './abci/abci-server.ts';
import { type BlockRequest, nameOfBlock, ofProposal } from './block-request.ts';
import type { ExecutedBlocks } from './executed-blocks.ts';
import { encodeReportTransaction, type PoolReport } from './report-transaction.ts';

export type ProposerDependencies = {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly clock: Clock;
  readonly mainThread: MainThread;
  /** how long transactions are executed; without it they block this thread */
  readonly long?: LongTransactions | undefined;
  /** orders the candidates of the next block, which are sorted by price */
  readonly arrange: (candidates: Iterable<Transaction>) => Iterable<Transaction>;
  /** Called when a transaction could not be executed because of an internal error of the node. */
  readonly onInternalError: (error: unknown, transaction: Transaction) => void;
  /** the account that operates the validator with that consensus address */
  readonly operatorOf: (state: StateView, consensus: Address) => Address | undefined;
  /** milliseconds that an empty proposal waits for a transaction */
  readonly emptyBlockDelayMs: number;
};

/** Longest time that building one block may take, in ms: well below what the other validators wait for a proposal. */
const maxBuildMs = 500;

/**
 * The account that a block names as its proposer. The address of a key that staking does not know is returned
 * unchanged.
 */
export function minerOf({ chain, operatorOf }: Pick<ProposerDependencies, 'chain' | 'operatorOf'>, proposer: Address) {
  return operatorOf(chain.headState(), proposer) ?? proposer;
}

/** Builds the proposals of this validator from the pool. */
export class BlockProposer {
  readonly #dependencies: ProposerDependencies;
  readonly #executed: ExecutedBlocks;
  readonly #finishing = new FinishingTime();
  readonly #owner: Owner = { network: 'blocks', connection: this, hasLeft: false };

  constructor(dependencies: ProposerDependencies, executed: ExecutedBlocks) {
    this.#dependencies = dependencies;
    this.#executed = executed;
  }

  /**
   * A block for the next height. With an empty pool it waits for the first transaction, for some time: blocks then come
   * at once when there is something to include, and seldom when there is not.
   */
  async prepare(request: RequestOf<'prepareProposal'>): Promise<ResponseOf<'prepareProposal'>> {
    const block = ofProposal(request);
    if (block.misbehaviour.length === 0) {
      await firstTransaction(this.#dependencies, this.#dependencies.emptyBlockDelayMs);
    }
    const { chain, mempool, clock, mainThread, long } = this.#dependencies;
    const { pending, queued } = mempool.counts();
    const waiting = { waitingTransactions: pending + queued, waitingBytes: mempool.byteSize() };
    const deadline = new BuildDeadline(clock, maxBuildMs, this.#finishing.perTransactionMs);
    const { executed, rejected } = await mainThread.runSteps('block', this.#owner, () =>
      chain.next.buildInSteps(this.#proposal(block, waiting), this.#candidates(), deadline, long),
    );
    const { transactions } = executed.block;
    this.#finishing.learn(transactions.length, deadline.sinceFilled);
    const txs = [encodeReportTransaction(waiting), ...transactions.map(({ raw }) => raw)];
    this.#executed.keep(nameOfBlock(block, txs), { executed, rejected: this.#withoutBroken(rejected) });
    return { txs };
  }

  /** A proposal without transactions, for when there is no other. */
  prepareEmpty() {
    return { txs: [encodeReportTransaction({ waitingTransactions: 0, waitingBytes: 0 })] };
  }

  /** See ConsensusDriver. */
  preview(time: WorkTime, limitMs: number): BlockPlan {
    const { chain, clock } = this.#dependencies;
    const { miner } = chain.reader.head();
    const deadline = new BuildDeadline(time, limitMs);
    const proposal = { miner, report: emptyReport(clock.now()) };
    return { proposal, candidates: this.#candidates(), deadline, long: withoutLong(time) };
  }

  /** See ConsensusDriver. */
  previewInputs(): string {
    return String(Math.floor(this.#dependencies.clock.now() / 1000));
  }

  #proposal({ proposer, time, votes, misbehaviour }: BlockRequest, waiting: PoolReport) {
    return { miner: minerOf(this.#dependencies, proposer), report: { time, ...waiting, votes, misbehaviour } };
  }

  #candidates(): Iterable<Transaction> {
    const { chain, mempool, arrange } = this.#dependencies;
    return arrange(mempool.candidates(chain.next.baseFee()));
  }

  /**
   * The transactions that the state of the block rejects: they leave the pool when that block is committed, since they
   * may be valid after another. Those that an internal error of the node ended leave it at once, or every proposal
   * would try them again.
   */
  #withoutBroken(rejected: readonly RejectedCandidate[]): readonly RejectedCandidate[] {
    const { mempool, onInternalError } = this.#dependencies;
    return rejected.filter(({ transaction, error }) => {
      if (error instanceof TransactionFaultError) return true;
      mempool.remove(transaction.hash, dropReasonOf(error));
      onInternalError(error, transaction);
      return false;
    });
  }
}
