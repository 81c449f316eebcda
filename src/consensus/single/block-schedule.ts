import { minTransactionGas } from '../../evm/transaction/gas-cost.ts';
import { feeCap, type Transaction } from '../../kernel/transaction/transaction.ts';
import type { MadeBlock } from './block-maker.ts';
import { Gathering } from './gathering.ts';
import { lowestBaseFee } from './lowest-base-fee.ts';
import type { ProducerDependencies } from './producer-dependencies.ts';

/** Milliseconds until candidates are tried again when a block could hold none, such as while a thread is away. */
const retryDelayMs = 1_000;

/** When the next block is due, by the monotonic clock. */
export class BlockSchedule {
  readonly #dependencies: Pick<ProducerDependencies, 'chain' | 'mempool' | 'clock'>;
  readonly #gathering: Gathering;
  #hasWork = true;
  /** time at which candidates that did not fit an empty block are tried again; undefined: there are none */
  #retryAt: number | undefined;
  /** Whether the last block ended at its deadline, and as many transactions wait again. */
  #isBehind = false;
  #lastBlockAt: number;
  /** whether waiting transactions cause a block */
  automine = true;
  /** milliseconds after which an empty block is made, 0 for never */
  blockIntervalMs: number;

  constructor({ chain, mempool, clock, blockIntervalMs }: ProducerDependencies) {
    this.#dependencies = { chain, mempool, clock };
    this.blockIntervalMs = blockIntervalMs;
    this.#lastBlockAt = clock.elapsed();
    this.#gathering = new Gathering(this.#lastBlockAt);
  }

  /** A transaction has arrived in the pool; returns whether a block may be due earlier for it. */
  arrive(tx: Transaction): boolean {
    const { chain, clock } = this.#dependencies;
    this.#gathering.arrive(clock.elapsed());
    if (this.#hasWork) return false;
    if (feeCap(tx) >= chain.next.baseFee()) this.#hasWork = true;
    else if (this.blockIntervalMs > 0) return false; // the base fee falls with the next blocks
    return true;
  }

  /** Something that waits may have become payable. */
  reconsider(): void {
    this.#hasWork = true;
  }

  /** What waits now causes no block before another transaction arrives. */
  waitForNext(): void {
    this.#hasWork = false;
  }

  /** Milliseconds until a block may be due; undefined when none is planned. */
  get timeToNextMs(): number | undefined {
    const now = this.#dependencies.clock.elapsed();
    let next = this.blockIntervalMs > 0 ? this.#emptyBlockAt : Number.POSITIVE_INFINITY;
    if (this.automine) next = Math.min(next, this.#blockForWaitingAt(now));
    return next === Number.POSITIVE_INFINITY ? undefined : Math.max(0, next - now);
  }

  /** A block is due; returns which one is made: undefined for none, because nothing that waits is payable. */
  begin(): 'any' | 'filled' | undefined {
    const { chain, mempool, clock } = this.#dependencies;
    const isOver = this.blockIntervalMs > 0 && clock.elapsed() >= this.#emptyBlockAt;
    const isEmptyDue = isOver || (this.automine && this.#mustLowerFee());
    this.#hasWork = false; // until more arrive
    this.#retryAt = undefined;
    this.#isBehind = false;
    if (isEmptyDue) return 'any';
    return mempool.hasCandidates(chain.next.baseFee()) ? 'filled' : undefined;
  }

  /** The block that was begun has ended; undefined: it was given up. */
  end(made: MadeBlock | undefined): void {
    const { mempool, clock } = this.#dependencies;
    const length = made?.executed.block.transactions.length ?? 0;
    if (made === undefined) this.#hasWork = true;
    else if (made.isCommitted) this.noteBlock();
    else this.#followEmpty(made);
    this.#isBehind = made?.isFull === true && mempool.counts().pending >= length;
    this.#gathering.begin(clock.elapsed(), length, made?.durationMs ?? 0);
  }

  /** A block is in the chain. */
  noteBlock(): void {
    const { chain, mempool, clock } = this.#dependencies;
    this.#lastBlockAt = clock.elapsed();
    this.#hasWork = mempool.hasCandidates(chain.next.baseFee());
  }

  /** After a block for transactions turned out empty: others may be payable, or none fits now. */
  #followEmpty({ rejected }: MadeBlock): void {
    const { chain, mempool, clock } = this.#dependencies;
    const hasCandidates = mempool.hasCandidates(chain.next.baseFee());
    if (rejected.length > 0) this.#hasWork = hasCandidates;
    else if (hasCandidates) this.#retryAt = clock.elapsed() + retryDelayMs;
  }

  get #emptyBlockAt(): number {
    return this.#lastBlockAt + this.blockIntervalMs;
  }

  /** When a block is due because of what waits in the pool; Infinity: nothing is payable. */
  #blockForWaitingAt(now: number): number {
    if (this.#hasWork) return this.#isBehind || this.#canFillBlock() ? now : this.#gathering.end;
    return this.#mustLowerFee() ? now : (this.#retryAt ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Whether nothing is payable until the base fee has fallen, which takes empty blocks, and none are planned. They are
   * made at once: the fee falls by an eighth with each, to its floor at most.
   */
  #mustLowerFee(): boolean {
    const { chain, mempool } = this.#dependencies;
    if (this.blockIntervalMs > 0 || mempool.counts().pending === 0) return false;
    const fee = chain.next.baseFee();
    const lowest = lowestBaseFee(chain.reader, fee);
    return lowest < fee && !mempool.hasCandidates(fee) && mempool.hasCandidates(lowest);
  }

  /** Whether gathering more transactions would only delay them. */
  #canFillBlock(): boolean {
    const { chain, mempool } = this.#dependencies;
    return BigInt(mempool.counts().pending) * minTransactionGas >= chain.rules.parameters.gasLimit;
  }
}
