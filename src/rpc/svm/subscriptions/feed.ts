import { SessionGroups } from '../../session-groups.ts';
import type { Subscriber, Subscription, SubscriptionRegistry } from './registry.ts';

/** The subscriptions of one kind by key: all subscriptions to a key get the same messages. */
export class Feed<Key> {
  readonly #registry: SubscriptionRegistry;
  readonly #notification: string;
  readonly #onUnused: (key: Key) => void;
  readonly #byKey = new Map<Key, SessionGroups<Subscription>>();

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
    let remove = () => {};
    const subscription = this.#registry.open(subscriber, this.#notification, () => {
      remove();
      if (this.#byKey.get(key)?.isEmpty !== true) return;
      this.#byKey.delete(key);
      this.#onUnused(key);
    });
    const subscribers = this.#byKey.get(key) ?? new SessionGroups();
    this.#byKey.set(key, subscribers);
    remove = subscribers.add(subscription);
    return subscription;
  }

  keys(): Iterable<Key> {
    return this.#byKey.keys();
  }

  has(key: Key): boolean {
    return this.#byKey.has(key);
  }

  /** Those to that key, in sets that belong to one session each. */
  to(key: Key): Iterable<ReadonlySet<Subscription>> {
    return this.#byKey.get(key)?.groups() ?? [];
  }

  /**
   * The messages that are made for this key. What making them throws ends the sessions that subscribe to it, and no
   * message to others.
   */
  *contained<Message>(key: Key, messages: Iterable<Message>): Iterable<Message> {
    try {
      yield* messages;
    } catch (error) {
      this.#registry.fail([...this.to(key)], error);
    }
  }
}
