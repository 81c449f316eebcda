import type { Session } from '../../contract.ts';
import type { Subscription, SubscriptionRegistry } from './registry.ts';

/** The subscriptions to one kind of news, each with what it wants to know. */
export class Feed<Wish> implements Iterable<readonly [Subscription, Wish]> {
  readonly #registry: SubscriptionRegistry;
  readonly #notification: string;
  readonly #wishes = new Map<Subscription, Wish>();

  /** `notification`: name of the messages it sends */
  constructor(registry: SubscriptionRegistry, notification: string) {
    this.#registry = registry;
    this.#notification = notification;
  }

  get isEmpty(): boolean {
    return this.#wishes.size === 0;
  }

  subscribe(session: Session, wish: Wish): Subscription {
    const subscription = this.#registry.open(session, this.#notification, () => this.#wishes.delete(subscription));
    this.#wishes.set(subscription, wish);
    return subscription;
  }

  [Symbol.iterator](): Iterator<readonly [Subscription, Wish]> {
    return [...this.#wishes].values();
  }
}
