import type { Hash } from '../../../primitives/hash.ts';
import { SessionGroups } from '../../session-groups.ts';
import { LogPatternIndex } from './log-pattern-index.ts';
import type { Subscription, Topic } from './subscription.ts';

/** Subscriptions by topic, so that the subscribers of an event are found without visiting all others. */
export class Subscribers {
  readonly newHeads = new SessionGroups<Subscription>();
  readonly newBlockSummaries = new SessionGroups<Subscription>();
  readonly pendingHashes = new SessionGroups<Subscription>();
  readonly pendingTransactions = new SessionGroups<Subscription>();
  readonly syncing = new SessionGroups<Subscription>();
  readonly logs = new LogPatternIndex<Subscription>();
  /** all subscriptions to logs */
  readonly anyLogs = new SessionGroups<Subscription>();
  /** Subscriptions to the receipts of all transactions. */
  readonly receipts = new SessionGroups<Subscription>();
  readonly receiptsOf = new Map<Hash, Set<Subscription>>();
  /** all subscriptions to receipts */
  readonly anyReceipts = new SessionGroups<Subscription>();

  /** Returns a function that removes it. */
  add(subscription: Subscription, topic: Topic): () => void {
    switch (topic.kind) {
      case 'newHeads':
        return this.newHeads.add(subscription);
      case 'newBlockSummaries':
        return this.newBlockSummaries.add(subscription);
      case 'syncing':
        return this.syncing.add(subscription);
      case 'newPendingTransactions':
        return (topic.isFull ? this.pendingTransactions : this.pendingHashes).add(subscription);
      case 'logs':
        return both(this.anyLogs.add(subscription), this.logs.add(topic.pattern, subscription));
      case 'transactionReceipts': {
        const remove =
          topic.hashes === undefined
            ? this.receipts.add(subscription)
            : addToEach(this.receiptsOf, topic.hashes, subscription);
        return both(this.anyReceipts.add(subscription), remove);
      }
    }
  }
}

function both(first: () => void, second: () => void): () => void {
  return () => {
    first();
    second();
  };
}

function addToEach<K, T>(sets: Map<K, Set<T>>, keys: ReadonlySet<K>, item: T): () => void {
  for (const key of keys) {
    const set = sets.get(key);
    if (set === undefined) sets.set(key, new Set([item]));
    else set.add(item);
  }
  return () => {
    for (const key of keys) {
      const set = sets.get(key);
      if (set?.delete(item) === true && set.size === 0) sets.delete(key);
    }
  };
}
