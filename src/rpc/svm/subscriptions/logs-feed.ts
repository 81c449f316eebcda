import { fromSvmKey } from '../../../primitives/address.ts';
import { encodeSignatureText } from '../../../svm/signature-text.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { toTransactionError } from '../../../svm/transaction-error.ts';
import type { JsonValue, Session } from '../../contract.ts';
import { inContext } from '../context.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { LogsWish } from './params.ts';
import type { SubscriptionRegistry } from './registry.ts';

/** Tells of the log messages of transactions. */
export class LogsFeed {
  readonly #feed: Feed<LogsWish>;

  constructor(registry: SubscriptionRegistry) {
    this.#feed = new Feed(registry, 'logsNotification');
  }

  subscribe(session: Session, wish: LogsWish): number {
    return this.#feed.subscribe(session, wish).id;
  }

  publish(news: BlockNews): void {
    if (this.#feed.isEmpty) return;
    const subscriptions = [...this.#feed];
    for (const [index, tx] of news.transactions.entries()) {
      const emitters = news.committed.receipts[index]?.logs.map((log) => log.address) ?? [];
      const touched = new Set([...tx.keys.addresses, ...emitters]);
      let message: JsonValue | undefined;
      for (const [subscription, { mentions }] of subscriptions) {
        const account = mentions === undefined ? undefined : fromSvmKey(mentions.bytes);
        if (mentions !== undefined && (account === undefined || !touched.has(account))) continue;
        message ??= inContext(news.header.number, encodeLogs(tx));
        subscription.notify(message);
      }
    }
  }
}

function encodeLogs(tx: SvmTransaction): JsonValue {
  const err = toTransactionError(tx.succeeded, tx.instructions.length);
  return { err, logs: tx.logMessages, signature: encodeSignatureText(tx.signature) };
}
