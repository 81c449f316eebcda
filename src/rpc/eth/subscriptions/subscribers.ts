import type { Hash } from '../../../primitives/hash.ts';
import { LogPatternIndex } from './log-pattern-index.ts';
import type { Subscription, Topic } from './subscription.ts';

/** Subscriptions by topic, so that the subscribers of an event are found without visiting all others. */
export class Subscribers {
  readonly newHeads = new Set<Subscription>();
  readonly pendingHashes = new Set<Subscription>();
  readonly pendingTransactions = new Set<Subscription>();
  readonly syncing = new Set<Subscription>();
  readonly logs = new LogPatternIndex<Subscription>();
  /** to the receipts of all transactions */
  readonly receipts = new Set<Subscription>();
  readonly receiptsOf = new Map<Hash, Set<Subscription>>();

  /** Returns a function that removes it. */
  add(subscription: Subscription, topic: Topic): () => void {
    switch (topic.kind) {
      case 'newHeads':
        return addTo(this.newHeads, subscription);
      case 'syncing':
        return addTo(this.syncing, subscription);
      case 'newPendingTransactions':
        return addTo(topic.isFull ? this.pendingTransactions : this.pendingHashes, subscription);
      case 'logs':
        return this.logs.add(topic.pattern, subscription);
      case 'transactionReceipts':
        return topic.hashes === undefined
          ? addTo(this.receipts, subscription)
          : addToEach(this.receiptsOf, topic.hashes, subscription);
    }
  }
}

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => void set.delete(item);
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
