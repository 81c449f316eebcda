import { minTransactionGas } from '../evm/transaction/gas-cost.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import { appendTransaction, type BlockBuilder, gasLeft } from './block-builder.ts';
import { transactionSize } from './block-rlp.ts';
import { runBeginHooks } from './hooks.ts';

/** How long making one block may take. */
export type Deadline = {
  /** Called before each transaction but the first, with the number of those in the block; true ends the block there. */
  isOver(taken: number): boolean;
  /** Whether a transaction that may use so much gas can begin; never asked for the first of a block. */
  hasTimeFor(gas: bigint): boolean;
};

export type BuildLimits = {
  /** of the whole block in RLP */
  readonly maxBytes: number;
  readonly deadline: Deadline;
};

/** What a block in the making is at: its transactions, or what follows them. */
export type BuildPhase = 'executing' | 'finishing';

/** A candidate that could not be executed, and why: a TransactionFaultError, or what should never have happened. */
export type RejectedCandidate = { readonly transaction: Transaction; readonly error: unknown };

/** Room for the header and the lists around the transactions, in bytes. */
const reservedBytes = 2048;
/** After so many candidates that were too large for what is left, the block counts as full. */
const maxMisfits = 100;

/**
 * Fills a block with candidates in their order, yields after each of them, and returns which were refused. After one of
 * a sender's was left out, so are the later ones of that sender: their nonces build on it. The first candidate is always
 * tried, however late it comes: no pool can keep the chain from moving.
 */
export function* fillBlock(
  draft: BlockBuilder,
  candidates: Iterable<Transaction>,
  limits: BuildLimits,
): Generator<BuildPhase, readonly RejectedCandidate[]> {
  const refusals: RejectedCandidate[] = [];
  const leftOut = new Set<Address>();
  let misfits = 0;
  let isFirst = true;
  runBeginHooks(draft);
  for (const tx of candidates) {
    if (gasLeft(draft) < minTransactionGas || misfits === maxMisfits) break;
    if (!isFirst && limits.deadline.isOver(draft.transactions.length)) break;
    isFirst = false;
    if (leftOut.has(tx.sender)) continue;
    const outcome = fits(draft, tx, limits) ? tryNext(draft, tx) : 'misfit';
    if (outcome !== 'taken') leftOut.add(tx.sender);
    if (outcome === 'misfit') misfits++;
    else if (outcome !== 'taken') refusals.push(outcome);
    yield 'executing';
  }
  return refusals;
}

function fits(draft: BlockBuilder, tx: Transaction, { maxBytes, deadline }: BuildLimits): boolean {
  if (tx.gasLimit > gasLeft(draft) || draft.byteSize + transactionSize(tx) + reservedBytes > maxBytes) return false;
  return draft.transactions.length === 0 || deadline.hasTimeFor(tx.gasLimit);
}

/** Whatever goes wrong with one candidate, the block goes on without it: no transaction may stop the chain. */
function tryNext(draft: BlockBuilder, tx: Transaction): 'taken' | RejectedCandidate {
  const mark = draft.state.snapshot();
  try {
    appendTransaction(draft, tx);
    return 'taken';
  } catch (error) {
    draft.state.revert(mark);
    return { transaction: tx, error };
  }
}
