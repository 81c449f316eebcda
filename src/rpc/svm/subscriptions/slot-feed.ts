import type { JsonValue, Session } from '../../contract.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { SubscriptionRegistry } from './registry.ts';

/** Tells every subscriber the same about each block. */
export class SlotFeed {
  readonly #feed: Feed<undefined>;
  readonly #messages: (news: BlockNews) => readonly JsonValue[];

  constructor(
    registry: SubscriptionRegistry,
    notification: string,
    messages: (news: BlockNews) => readonly JsonValue[],
  ) {
    this.#feed = new Feed(registry, notification);
    this.#messages = messages;
  }

  subscribe(session: Session): number {
    return this.#feed.subscribe(session, undefined).id;
  }

  publish(news: BlockNews): void {
    if (this.#feed.isEmpty) return;
    const messages = this.#messages(news);
    for (const [subscription] of this.#feed) for (const message of messages) subscription.notify(message);
  }
}

/** A block is final as soon as it is there: it is its own root. */
export function slotMessages({ header }: BlockNews): readonly JsonValue[] {
  return [{ parent: header.number - 1, root: header.number, slot: header.number }];
}

export function rootMessages({ header }: BlockNews): readonly JsonValue[] {
  return [header.number];
}

/** The stages of a block's life, all of which are over when it is committed. `now`: milliseconds since 1970 */
export function stageMessages({ header, committed }: BlockNews, now: number): readonly JsonValue[] {
  const slot = header.number;
  const successful = committed.receipts.filter((receipt) => receipt.status === 1).length;
  const stats = {
    maxTransactionsPerEntry: header.transactionCount,
    numFailedTransactions: header.transactionCount - successful,
    numSuccessfulTransactions: successful,
    numTransactionEntries: header.transactionCount > 0 ? 1 : 0,
  };
  return [
    { parent: slot - 1, slot, timestamp: now, type: 'createdBank' },
    { slot, stats, timestamp: now, type: 'frozen' },
    { slot, timestamp: now, type: 'optimisticConfirmation' },
    { slot, timestamp: now, type: 'root' },
  ];
}
