import type { Subscriber, Subscription, SubscriptionRegistry } from './registry.ts';

/** The subscriptions of one kind by key: all subscriptions to a key get the same messages. */
export class Feed<Key> {
  readonly #registry: SubscriptionRegistry;
  readonly #notification: string;
  readonly #onUnused: (key: Key) => void;
  readonly #byKey = new Map<Key, Set<Subscription>>();

  /** `notification`: name of the messages it sends; `onUnused`: called when the last subscription to a key has ended */
  constructor(registry: SubscriptionRegistry, notification: string, onUnused: (key: Key) => void = () => {}) {
    this.#registry = registry;
    this.#notification = notification;
    this.#onUnused = onUnused;
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  subscribe(subscriber: Subscriber, key: Key): Subscription {
    const subscription = this.#registry.open(subscriber, this.#notification, () => this.#remove(key, subscription));
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, new Set([subscription]));
    else known.add(subscription);
    return subscription;
  }

  keys(): Iterable<Key> {
    return this.#byKey.keys();
  }

  has(key: Key): boolean {
    return this.#byKey.has(key);
  }

  /** Those to that key, in the order they were made. */
  to(key: Key): Iterable<Subscription> {
    return this.#byKey.get(key) ?? [];
  }

  #remove(key: Key, subscription: Subscription): void {
    const known = this.#byKey.get(key);
    if (known?.delete(subscription) !== true || known.size > 0) return;
    this.#byKey.delete(key);
    this.#onUnused(key);
  }
}
