import type { Receipt } from '../../../chain/types.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import { accountName } from '../../../svm/account-name.ts';
import { encodeSignatureText } from '../../../svm/signature-text.ts';
import type { SvmTransaction } from '../../../svm/transaction.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import { withContext } from '../context.ts';
import type { SvmDependencies } from '../dependencies.ts';
import { encodeBlockHead } from '../encode-block.ts';
import { encodeTransaction, encodeTransactionAccounts } from '../encode-transaction.ts';
import type { BlockOptions } from '../params/transaction-options.ts';
import type { BlockView } from './block-view.ts';
import { Feed } from './feed.ts';
import type { BlockFilter } from './params.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

/** Subscriptions with equal options and an equal filter: one message is made for all of them. */
type Group = { readonly account: string; readonly options: BlockOptions };

const anyAccount = 'all';

/**
 * Notifies of whole blocks, or of the blocks and transactions that mention an account. Transactions are encoded once
 * for each form that somebody subscribed to; the groups that a transaction concerns are looked up by its accounts.
 */
export class BlockFeed {
  readonly #feed: Feed<string>;
  readonly #dependencies: Pick<SvmDependencies, 'chain'>;
  readonly #groups = new Map<string, Group>();
  /** keys of groups by the account that must be mentioned */
  readonly #byAccount = new Map<string, Set<string>>();

  constructor(dependencies: Pick<SvmDependencies, 'chain'>, registry: SubscriptionRegistry) {
    this.#dependencies = dependencies;
    this.#feed = new Feed(registry, 'blockNotification', (key) => this.#forget(key));
  }

  subscribe(subscriber: Subscriber, { mentions }: BlockFilter, options: BlockOptions): number {
    const account = mentions === undefined ? anyAccount : accountName(mentions.bytes);
    const key = `${account} ${formOf(options)} ${options.rewards}`;
    const { id } = this.#feed.subscribe(subscriber, key);
    if (!this.#groups.has(key)) {
      this.#groups.set(key, { account, options });
      const keys = this.#byAccount.get(account) ?? new Set();
      this.#byAccount.set(account, keys.add(key));
    }
    return id;
  }

  *messages(block: BlockView): Iterable<Message | undefined> {
    if (this.#feed.isEmpty) return;
    const found = new Map<string, string[]>();
    for (const [tx, receipt] of block.transactions()) {
      this.#collect(tx, receipt, found);
      yield undefined;
    }
    for (const [key, group] of [...this.#groups]) {
      const shown = found.get(key) ?? [];
      if (group.account !== anyAccount && shown.length === 0) continue;
      yield* this.#feed.contained(key, this.#blockMessages(key, block, group, shown));
      yield undefined;
    }
  }

  *#blockMessages(key: string, block: BlockView, group: Group, shown: readonly string[]): Iterable<Message> {
    const result = this.#notification(block, group, shown);
    for (const to of this.#feed.to(key)) yield { to, result };
  }

  #collect(tx: SvmTransaction, { logs }: Receipt, found: Map<string, string[]>): void {
    const forms = new Map<string, string>();
    for (const account of new Set([anyAccount, ...tx.keys.names, ...logs.map(({ address }) => address)])) {
      for (const key of this.#byAccount.get(account) ?? []) {
        const group = this.#groups.get(key);
        if (group === undefined) continue;
        const form = formOf(group.options);
        const text = forms.get(form) ?? this.#encodeFor(key, tx, group.options);
        if (text === undefined) continue;
        forms.set(form, text);
        const texts = found.get(key);
        if (texts === undefined) found.set(key, [text]);
        else texts.push(text);
      }
    }
  }

  /** undefined when it cannot be written, which ends the sessions that want it. */
  #encodeFor(key: string, tx: SvmTransaction, options: BlockOptions): string | undefined {
    const [text] = this.#feed.contained(key, textsOf(tx, options));
    return text;
  }

  #notification({ header }: BlockView, { options }: Group, transactions: readonly string[]): JsonText {
    const shown = new JsonText(`[${transactions.join(',')}]`);
    const block = {
      ...encodeBlockHead(this.#dependencies.chain, header, options.rewards),
      ...(options.details === 'signatures' ? { signatures: shown } : {}),
      ...(options.details === 'full' || options.details === 'accounts' ? { transactions: shown } : {}),
    };
    return withContext(header.number, { slot: header.number, block, err: null });
  }

  #forget(key: string): void {
    const group = this.#groups.get(key);
    this.#groups.delete(key);
    const keys = group && this.#byAccount.get(group.account);
    if (group === undefined || keys?.delete(key) !== true || keys.size > 0) return;
    this.#byAccount.delete(group.account);
  }
}

/** What decides how a transaction is shown. */
function formOf({ details, encoding, withVersion }: BlockOptions): string {
  if (details === 'none' || details === 'signatures') return details;
  return `${details === 'full' ? encoding : details} ${withVersion}`;
}

function* textsOf(tx: SvmTransaction, options: BlockOptions): Iterable<string> {
  yield encodeAs(tx, options);
}

function encodeAs(tx: SvmTransaction, options: BlockOptions): string {
  if (options.details === 'none') return '';
  if (options.details === 'signatures') return `"${encodeSignatureText(tx.signature)}"`;
  return writeJson(
    options.details === 'full' ? encodeTransaction(tx, options) : encodeTransactionAccounts(tx, options),
  );
}
