import { minTransactionGas } from '../evm/transaction/gas-cost.ts';
import { ExecutionStoppedError } from '../kernel/engine.ts';
import type { ProposerReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { StateUnavailableError } from '../state/origin-state.ts';
import { appendNext, maxGasTogether, maxTogether, nextTogether } from './append-next.ts';
import { type BlockBuilder, gasLeft } from './block-builder.ts';
import { transactionSize } from './block-rlp.ts';
import type { BuildSteps } from './build-step.ts';
import { runBeginHooks } from './hooks.ts';

/** How long making one block may take. */
export type Deadline = {
  /** Called before each transaction but the first, with the number of those in the block; true ends the block there. */
  isOver(taken: number): boolean;
  /** Whether a transaction with this gas limit may still start; not called for the first of a block. */
  hasTimeFor(gas: bigint): boolean;
};

type BuildLimits = {
  /** of the whole block in RLP */
  readonly maxBytes: number;
  readonly deadline: Deadline;
};

/** A candidate that could not be executed, and why: a TransactionFaultError, or an internal error. */
export type RejectedCandidate = { readonly transaction: Transaction; readonly error: unknown };

/** Bytes reserved for the header without the report, and the lists around the transactions. */
const reservedBytes = 2048;
/** Most bytes that the report of the proposer takes in the header for each vote and each misbehaviour. */
const reportBytes = ({ votes, misbehaviour }: ProposerReport) => votes.length * 21 + misbehaviour.length * 48;
/** After this many candidates that do not fit, the block counts as full. */
const maxMisfits = 100;

/**
 * Fills a block with candidates in their order, yields after some of them, and returns the rejected ones. When a
 * transaction is left out, so are the later ones of its sender, whose nonces follow it. The first candidate is always
 * tried, however late it is, so that no pool can stop the chain.
 */
export function* fillBlock(
  builder: BlockBuilder,
  candidates: Iterable<Transaction>,
  limits: BuildLimits,
): BuildSteps<readonly RejectedCandidate[]> {
  const rejected: RejectedCandidate[] = [];
  const queue = new CandidateQueue(candidates);
  let misfits = 0;
  let isFirst = true;
  yield* runBeginHooks(builder);
  for (;;) {
    if (gasLeft(builder) < minTransactionGas || misfits === maxMisfits) break;
    const candidate = queue.first();
    if (candidate === undefined || (!isFirst && limits.deadline.isOver(builder.transactions.length))) break;
    isFirst = false;
    const next = fitting(builder, queue.next(), limits);
    const outcome = next.length === 0 ? 'misfit' : yield* tryNext(builder, next);
    if (typeof outcome === 'number') queue.remove(outcome);
    else queue.leaveOut(candidate.sender);
    if (outcome === 'misfit') misfits++;
    else if (typeof outcome === 'object') rejected.push(outcome);
    yield 'executing';
  }
  return rejected;
}

/** Candidates in their order, without those of senders that are left out. */
class CandidateQueue {
  readonly #rest: Iterator<Transaction>;
  readonly #leftOut = new Set<Address>();
  #next: Transaction[] = [];

  constructor(candidates: Iterable<Transaction>) {
    this.#rest = candidates[Symbol.iterator]();
  }

  /** Takes no more candidates from the source than may be executed with it. */
  first(): Transaction | undefined {
    let gas = this.#next.reduce((sum, { gasLimit }) => sum + gasLimit, 0n);
    while (this.#next.length < maxTogether && gas < maxGasTogether) {
      const { done, value } = this.#rest.next();
      if (done === true) break;
      if (this.#leftOut.has(value.sender)) continue;
      this.#next.push(value);
      gas += value.gasLimit;
    }
    return this.#next[0];
  }

  /** The first, and others that may be executed with it. */
  next(): readonly Transaction[] {
    return nextTogether(this.#next, 0);
  }

  /** Removes the first ones. */
  remove(count: number): void {
    this.#next.splice(0, count);
  }

  leaveOut(sender: Address): void {
    this.#leftOut.add(sender);
    this.#next = this.#next.filter((tx) => tx.sender !== sender);
  }
}

/** Those at the beginning that fit into the block. */
function fitting(
  builder: BlockBuilder,
  candidates: readonly Transaction[],
  { maxBytes, deadline }: BuildLimits,
): readonly Transaction[] {
  let bytes = builder.byteSize + reservedBytes + reportBytes(builder.report);
  let gas = 0n;
  const end = candidates.findIndex((tx, index) => {
    bytes += transactionSize(tx);
    gas += tx.gasLimit;
    if (tx.gasLimit > gasLeft(builder) || bytes > maxBytes) return true;
    return builder.transactions.length + index > 0 && !deadline.hasTimeFor(gas);
  });
  return end === -1 ? candidates : candidates.slice(0, end);
}

/**
 * Any error of a candidate only drops that candidate: no transaction may stop the chain. Returns how many were included.
 * Throws a StateUnavailableError of a fork.
 */
function* tryNext(
  builder: BlockBuilder,
  next: readonly Transaction[],
): BuildSteps<number | 'misfit' | RejectedCandidate> {
  try {
    return yield* appendNext(builder, next);
  } catch (error) {
    if (error instanceof StateUnavailableError) throw error; // the block is begun anew once it is there
    return error instanceof ExecutionStoppedError ? 'misfit' : { transaction: next[0] as Transaction, error };
  }
}
