import { minTransactionGas } from '../evm/transaction/gas-cost.ts';
import { ExecutionStoppedError } from '../kernel/engine.ts';
import type { ProposerReport } from '../kernel/module.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import type { Steps } from '../primitives/steps.ts';
import { StateUnavailableError } from '../state/origin-state.ts';
import { appendNext } from './append-next.ts';
import { type BlockBuilder, gasLeft } from './block-builder.ts';
import { transactionSize } from './block-rlp.ts';
import { runBeginHooks } from './hooks.ts';

/** How long making one block may take. */
export type Deadline = {
  /** Called before each transaction but the first, with the number of those in the block; true ends the block there. */
  isOver(taken: number): boolean;
  /** Whether a transaction with this gas limit may still start; not called for the first of a block. */
  hasTimeFor(gas: bigint): boolean;
  /** Called after the last transaction. */
  onFilled?(): void;
};

type BuildLimits = {
  /** Bytes of the whole block in RLP */
  readonly maxBytes: number;
  readonly deadline: Deadline;
};

/** A candidate that could not be executed, and why: a TransactionFaultError, or an internal error. */
export type RejectedCandidate = { readonly transaction: Transaction; readonly error: unknown };

/** Bytes reserved for the header without the report, and the lists around the transactions. */
const reservedBytes = 2048;
/** Most bytes that the report of the proposer takes in the header for each vote and each misbehaviour. */
const reportBytes = ({ votes, misbehaviour }: ProposerReport) => votes.length * 21 + misbehaviour.length * 48;
/**
 * After so many candidates that do not fit, the block counts as full. Each takes some microseconds. Who waits in the
 * pool with large gas limits pays nothing while they do not fit, and must not keep out cheaper ones that do.
 */
const maxMisfits = 2_000;

/**
 * Fills a block with candidates in their order, yields after each, and returns the rejected ones. When a transaction is
 * left out, so are the later ones of its sender, whose nonces follow it. The first candidate is always tried, however
 * late it is, so that no pool can stop the chain.
 */
export function* fillBlock(
  builder: BlockBuilder,
  candidates: Iterable<Transaction>,
  limits: BuildLimits,
): Steps<readonly RejectedCandidate[]> {
  const rejected: RejectedCandidate[] = [];
  const leftOut = new Set<Address>();
  let misfits = 0;
  let isFirst = true;
  yield* runBeginHooks(builder);
  for (const candidate of candidates) {
    if (leftOut.has(candidate.sender)) continue;
    if (gasLeft(builder) < minTransactionGas || misfits === maxMisfits) break;
    if (!isFirst && limits.deadline.isOver(builder.transactions.length)) break;
    isFirst = false;
    const outcome = fits(builder, candidate, limits) ? yield* tryNext(builder, candidate) : 'misfit';
    if (outcome !== 'included') leftOut.add(candidate.sender);
    if (outcome === 'misfit') misfits++;
    else if (outcome !== 'included') rejected.push(outcome);
    yield;
  }
  limits.deadline.onFilled?.();
  return rejected;
}

function fits(builder: BlockBuilder, tx: Transaction, { maxBytes, deadline }: BuildLimits): boolean {
  const bytes = builder.byteSize + reservedBytes + reportBytes(builder.report) + transactionSize(tx);
  if (tx.gasLimit > gasLeft(builder) || bytes > maxBytes) return false;
  return builder.transactions.length === 0 || deadline.hasTimeFor(tx.gasLimit);
}

/**
 * Any error of a candidate only drops that candidate: no transaction may stop the chain. Throws a StateUnavailableError
 * of a fork.
 */
function* tryNext(builder: BlockBuilder, transaction: Transaction): Steps<'included' | 'misfit' | RejectedCandidate> {
  try {
    yield* appendNext(builder, transaction);
    return 'included';
  } catch (error) {
    if (error instanceof StateUnavailableError) throw error; // the block restarts once it is there
    return error instanceof ExecutionStoppedError ? 'misfit' : { transaction, error };
  }
}
