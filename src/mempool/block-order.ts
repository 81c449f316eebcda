import type { Transaction } from '../kernel/transaction/transaction.ts';
import { type PooledTransaction, tipAt } from './pooled-transaction.ts';
import { PriorityQueue } from './priority-queue.ts';
import type { SenderQueue } from './sender-queue.ts';

/** A sender's next transaction with what it pays per gas. */
type Candidate = { readonly queue: SenderQueue; readonly pooled: PooledTransaction; readonly tip: bigint };

/**
 * Pending transactions as a block takes them: the best paying first, of equals the oldest, and each sender's in the
 * order of nonces. What cannot pay the base fee is left out, with all that follows it.
 */
export function* inBlockOrder(queues: Iterable<SenderQueue>, baseFee: bigint): Iterable<Transaction> {
  const heads: Candidate[] = [];
  for (const queue of queues) {
    const head = candidate(queue, queue.nonce, baseFee);
    if (head !== undefined) heads.push(head);
  }
  const heap = new PriorityQueue(isBefore, heads);
  for (let best = heap.pop(); best !== undefined; best = heap.pop()) {
    yield best.pooled.tx;
    const following = candidate(best.queue, best.pooled.tx.nonce + 1n, baseFee);
    if (following !== undefined) heap.push(following);
  }
}

/** Whether a block with this base fee would find anything. */
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
  return left.tip === right.tip ? left.pooled.arrival < right.pooled.arrival : left.tip > right.tip;
}
