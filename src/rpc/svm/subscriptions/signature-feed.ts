import type { ChainReader } from '../../../chain/contract.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Hash } from '../../../primitives/hash.ts';
import type { NodeControl, Session } from '../../contract.ts';
import { inContext } from '../context.ts';
import { outcomeOf } from '../outcome.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { Subscription, SubscriptionRegistry } from './registry.ts';

type Wish = { readonly transaction: Hash | undefined; isReceiptWanted: boolean };

/** Tells once what became of a transaction, and before that, if wished, that the node has received it. */
export class SignatureFeed {
  readonly #chain: ChainReader;
  readonly #node: NodeControl;
  readonly #feed: Feed<Wish>;

  constructor(chain: ChainReader, node: NodeControl, registry: SubscriptionRegistry) {
    this.#chain = chain;
    this.#node = node;
    this.#feed = new Feed(registry, 'signatureNotification');
  }

  subscribe(session: Session, wish: Wish): number {
    const subscription = this.#feed.subscribe(session, wish);
    // The client must have read the id of its subscription before the first message.
    setImmediate(() => this.#tellKnown(subscription, wish));
    return subscription.id;
  }

  publish(news: BlockNews): void {
    if (this.#feed.isEmpty) return;
    const { transactions } = news.committed.block;
    const positions = new Map(transactions.map((transaction, index) => [transaction.hash, index]));
    for (const [subscription, { transaction }] of this.#feed) {
      const index = transaction === undefined ? undefined : positions.get(transaction);
      if (index !== undefined) this.#tellOutcome(subscription, { height: news.header.number, index });
    }
  }

  publishReceived(received: Transaction): void {
    for (const [subscription, wish] of this.#feed) {
      if (wish.transaction === received.hash) this.#tellReceived(subscription, wish);
    }
  }

  #tellKnown(subscription: Subscription, wish: Wish): void {
    if (wish.transaction === undefined) return;
    const at = this.#chain.locate(wish.transaction);
    if (at !== undefined) this.#tellOutcome(subscription, at);
    else if (this.#node.mempool.get(wish.transaction) !== undefined) this.#tellReceived(subscription, wish);
  }

  #tellReceived(subscription: Subscription, wish: Wish): void {
    if (!wish.isReceiptWanted) return;
    wish.isReceiptWanted = false;
    subscription.notify(inContext(this.#chain.head().number, 'receivedSignature'));
  }

  #tellOutcome(subscription: Subscription, at: { readonly height: number; readonly index: number }): void {
    const outcome = outcomeOf(this.#chain, at);
    if (outcome === undefined) return;
    subscription.notify(inContext(at.height, { err: outcome.error }));
    subscription.end();
  }
}
