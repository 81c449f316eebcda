import { JsonText } from '../../../primitives/json-text.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import type { JsonValue } from '../../json-value.ts';
import type { BlockView } from './block-view.ts';
import { Feed } from './feed.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

/** Sends every subscriber the same messages for each block. */
export class SlotFeed {
  readonly #feed: Feed<'block'>;
  readonly #results: (block: BlockView) => readonly JsonValue[];

  constructor(
    registry: SubscriptionRegistry,
    notification: string,
    results: (block: BlockView) => readonly JsonValue[],
  ) {
    this.#feed = new Feed(registry, notification);
    this.#results = results;
  }

  subscribe(subscriber: Subscriber): number {
    return this.#feed.subscribe(subscriber, 'block').id;
  }

  *messages(block: BlockView): Iterable<Message> {
    if (this.#feed.isEmpty) return;
    const results = this.#results(block).map((result) => new JsonText(writeJson(result)));
    for (const to of this.#feed.to('block')) for (const result of results) yield { to, result };
  }
}

/** A block is final when it is committed: it is its own root. */
export function slotMessages({ header }: BlockView): readonly JsonValue[] {
  return [{ parent: header.number - 1, root: header.number, slot: header.number }];
}

/** The message of a root subscription: the slot of the block. */
export function rootMessages({ header }: BlockView): readonly JsonValue[] {
  return [header.number];
}

/** The stages of a block's life, all of which are over when it is committed. `now`: milliseconds since 1970 */
export function slotUpdateMessages({ header, committed }: BlockView, now: number): readonly JsonValue[] {
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
