import type { JsonText } from '../../../primitives/json-text.ts';
import { accountName } from '../../../svm/account-name.ts';
import { encodeSignatureText } from '../../../svm/signature-text.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { toTransactionError } from '../../../svm/transaction-error.ts';
import { withContext } from '../context.ts';
import type { BlockView } from './block-view.ts';
import { Feed } from './feed.ts';
import type { LogsFilter } from './params.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

const anyAccount = 'any';

/** Notifies of the log messages of transactions. Subscribers are found by the accounts that a transaction touched. */
export class LogsFeed {
  /** Keyed by the account that must be touched. */
  readonly #feed: Feed<string>;

  constructor(registry: SubscriptionRegistry) {
    this.#feed = new Feed(registry, 'logsNotification');
  }

  subscribe(subscriber: Subscriber, { mentions }: LogsFilter): number {
    return this.#feed.subscribe(subscriber, mentions === undefined ? anyAccount : accountName(mentions.bytes)).id;
  }

  *messages(block: BlockView): Iterable<Message | undefined> {
    if (this.#feed.isEmpty) return;
    for (const [tx, { logs }] of block.transactions()) {
      let result: JsonText | undefined;
      for (const account of new Set([anyAccount, ...tx.keys.names, ...logs.map(({ address }) => address)])) {
        for (const to of this.#feed.to(account)) {
          result ??= withContext(block.header.number, encodeLogs(tx));
          yield { to, result };
        }
      }
      yield undefined;
    }
  }
}

function encodeLogs(tx: SvmTransaction) {
  const err = toTransactionError(tx.succeeded, tx.instructions.length);
  return { err, logs: tx.logMessages, signature: encodeSignatureText(tx.signature) };
}
