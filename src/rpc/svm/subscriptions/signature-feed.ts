import type { ChainReader, TransactionLocation } from '../../../chain/types.ts';
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Hash } from '../../../primitives/hash.ts';
import { createGuard, passError } from '../../guard.ts';
import type { NodeControl } from '../../node-control.ts';
import { ownerOf } from '../../owner-of.ts';
import { withContext } from '../context.ts';
import { outcomeOf } from '../outcome.ts';
import type { BlockView } from './block-view.ts';
import { Feed } from './feed.ts';
import type { Message, Subscriber, Subscription, SubscriptionRegistry } from './registry.ts';

/** WebSocket close code (RFC 6455, 7.4.1). */
const internalError = 1011;

/** `transaction`: undefined for a signature that no transaction can have */
type SignatureTopic = { readonly transaction: Hash | undefined; readonly notifiesReceipt: boolean };

/** Notifies once of the outcome of a transaction, and before that, if requested, of its receipt by the node. */
export class SignatureFeed {
  readonly #chain: ChainReader;
  readonly #node: NodeControl;
  readonly #registry: SubscriptionRegistry;
  readonly #feed: Feed<Hash | undefined>;
  /** those that requested a notification of receipt and have not got it yet */
  readonly #awaitingReceipt = new WeakSet<Subscription>();

  constructor(chain: ChainReader, node: NodeControl, registry: SubscriptionRegistry) {
    this.#chain = chain;
    this.#node = node;
    this.#registry = registry;
    this.#feed = new Feed(registry, 'signatureNotification');
  }

  subscribe(subscriber: Subscriber, { transaction, notifiesReceipt }: SignatureTopic): number {
    const subscription = this.#feed.subscribe(subscriber, transaction);
    if (notifiesReceipt) this.#awaitingReceipt.add(subscription);
    if (transaction === undefined) return subscription.id;
    // Later: the client must have read the id of its subscription before the first message.
    const { session } = subscription;
    const guard = createGuard(this.#node.faults, 'first message of a subscription', () => {
      session.end(internalError, 'unexpected error');
    });
    const send = () => this.#sendIfKnown(subscription, transaction);
    this.#node.mainThread.runLater('delivery', ownerOf(subscriber), send, passError(guard));
    return subscription.id;
  }

  /** Whether somebody subscribes to that transaction: they arrive by thousands. */
  isWanted({ hash }: Transaction): boolean {
    return this.#feed.has(hash);
  }

  *messages({ header, committed }: BlockView): Iterable<Message | undefined> {
    if (this.#feed.isEmpty) return;
    for (const [index, { hash }] of committed.block.transactions.entries()) {
      if (!this.#feed.has(hash)) continue;
      yield* this.#feed.contained(hash, this.#outcomeMessages(hash, { height: header.number, index }));
    }
  }

  *#outcomeMessages(hash: Hash, at: TransactionLocation): Iterable<Message> {
    const outcome = this.#outcomeAt(at);
    if (outcome === undefined) return;
    for (const to of this.#feed.to(hash)) yield { to, ...outcome };
  }

  *receivedMessages({ hash }: Transaction): Iterable<Message> {
    for (const group of this.#feed.to(hash)) {
      const to = new Set([...group].filter((subscription) => this.#awaitingReceipt.delete(subscription)));
      if (to.size > 0) yield { to, ...this.#received() };
    }
  }

  #sendIfKnown(to: Subscription, transaction: Hash): void {
    const at = this.#chain.locate(transaction);
    const outcome = at === undefined ? undefined : this.#outcomeAt(at);
    if (outcome !== undefined) this.#registry.send(to, outcome);
    else if (this.#node.mempool.get(transaction) !== undefined && this.#awaitingReceipt.delete(to)) {
      this.#registry.send(to, this.#received());
    }
  }

  #received() {
    return { result: withContext(this.#chain.head().number, 'receivedSignature') };
  }

  #outcomeAt(at: TransactionLocation) {
    const outcome = outcomeOf(this.#chain, at);
    return outcome && { result: withContext(at.height, { err: outcome.error }), isLast: true as const };
  }
}
