import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { MempoolOptions } from './options.ts';
import { type PooledTransaction, tipAt } from './pooled-transaction.ts';
import { PriorityQueue } from './priority-queue.ts';
import type { SenderQueue } from './sender-queue.ts';

/** A sender's next transaction, and the tip it pays per gas, in wei. */
type Candidate = { readonly queue: SenderQueue; readonly pooled: PooledTransaction; readonly tip: bigint };

/**
 * Pending transactions in the order in which a block includes them: by tip, highest first, then by arrival; those of
 * one sender in the order of nonces. With the order 'fifo' by arrival alone. One that cannot pay the base fee is left out
 * together with the sender's later ones.
 */
export function* inBlockOrder(
  queues: Iterable<SenderQueue>,
  baseFee: bigint,
  order: MempoolOptions['order'],
): Iterable<Transaction> {
  const heads: Candidate[] = [];
  for (const queue of queues) {
    const head = candidate(queue, queue.nonce, baseFee);
    if (head !== undefined) heads.push(head);
  }
  const candidates = new PriorityQueue(order === 'fifo' ? isEarlier : isBefore, heads);
  for (let best = candidates.pop(); best !== undefined; best = candidates.pop()) {
    yield best.pooled.tx;
    const following = candidate(best.queue, best.pooled.tx.nonce + 1n, baseFee);
    if (following !== undefined) candidates.push(following);
  }
}

/** Whether any pending transaction can pay this base fee. */
export function hasCandidate(queues: Iterable<SenderQueue>, baseFee: bigint): boolean {
  for (const queue of queues) if (candidate(queue, queue.nonce, baseFee) !== undefined) return true;
  return false;
}

function candidate(queue: SenderQueue, nonce: bigint, baseFee: bigint): Candidate | undefined {
  const pooled = queue.isPending(nonce) ? queue.at(nonce) : undefined;
  if (pooled === undefined) return undefined;
  const tip = tipAt(pooled, baseFee);
  return tip < 0n ? undefined : { queue, pooled, tip };
}

function isBefore(left: Candidate, right: Candidate): boolean {
  return left.tip === right.tip ? isEarlier(left, right) : left.tip > right.tip;
}

function isEarlier(left: Candidate, right: Candidate): boolean {
  return left.pooled.arrival < right.pooled.arrival;
}
