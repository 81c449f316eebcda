import { feeCollector } from '../../../kernel/module-account.ts';
import { svmAddress } from '../../../modules/addresses.ts';
import { equalBytes } from '../../../primitives/bytes.ts';
import { emptyAccount, type SvmAccount } from '../../../svm/account.ts';
import { parsePublicKey } from '../../../svm/public-key.ts';
import { headState, withContext } from '../context.ts';
import { encodeAccountOrError } from '../encode-account.ts';
import type { AccountOptions } from '../params/account-options.ts';
import { anySlot } from '../params/context-options.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { sysvarKeys } from '../sysvars.ts';
import { accountName } from './account-name.ts';
import type { BlockView } from './block-view.ts';
import { Feed } from './feed.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

/** A form in which an account is told of. */
type Form = { readonly account: Watched; readonly name: string; readonly options: AccountOptions };

/** An account that somebody watches, as it was last seen. */
type Watched = {
  readonly name: string;
  readonly key: Uint8Array;
  readonly forms: Map<string, Form>;
  known: SvmAccount;
};

const sysvarNames = sysvarKeys.map((key) => accountName(parsePublicKey(key)));

/**
 * Tells of accounts whose lamports or data have changed, for whatever reason. Only those that a block may have changed
 * are looked at, each once.
 */
export class AccountFeed {
  readonly #parts: AccountDependencies;
  readonly #feed: Feed<Form>;
  readonly #watched = new Map<string, Watched>();
  #mayAllDiffer = false;

  constructor(parts: AccountDependencies, registry: SubscriptionRegistry) {
    this.#parts = parts;
    this.#feed = new Feed(registry, 'accountNotification', (form) => this.#forget(form));
  }

  subscribe(subscriber: Subscriber, key: Uint8Array, options: AccountOptions): number {
    const form = this.#formOf(key, options);
    try {
      return this.#feed.subscribe(subscriber, form).id;
    } finally {
      if (!this.#feed.has(form)) this.#forget(form);
    }
  }

  /** After blocks have gone away on a development network, any account may be another than was told. */
  invalidate(): void {
    this.#mayAllDiffer = true;
  }

  *messages(news: BlockView): Iterable<Message | undefined> {
    const state = this.#watched.size === 0 ? undefined : news.state;
    if (state === undefined) return;
    const names = this.#mayAllDiffer ? [...this.#watched.keys()] : possiblyChanged(news);
    this.#mayAllDiffer = false;
    const at = { slot: news.header.number, state };
    for (const name of names) {
      const watched = this.#watched.get(name);
      if (watched === undefined) continue;
      const account = readAccount(this.#parts, at, watched.key) ?? emptyAccount;
      const isNews = !isSame(account, watched.known);
      watched.known = account;
      for (const form of isNews ? watched.forms.values() : []) {
        const result = withContext(at.slot, encodeAccountOrError(account, form.options));
        for (const to of this.#feed.to(form)) yield { to, result };
      }
      yield undefined;
    }
  }

  #formOf(key: Uint8Array, options: AccountOptions): Form {
    const name = accountName(key);
    const account = this.#watched.get(name) ?? { name, key, forms: new Map<string, Form>(), known: this.#read(key) };
    this.#watched.set(name, account);
    const { encoding, dataSlice } = options;
    const formName = `${encoding} ${dataSlice?.offset} ${dataSlice?.length}`;
    const form = account.forms.get(formName) ?? { account, name: formName, options };
    account.forms.set(formName, form);
    return form;
  }

  #read(key: Uint8Array): SvmAccount {
    return readAccount(this.#parts, headState(this.#parts.chain, anySlot), key) ?? emptyAccount;
  }

  #forget({ account, name }: Form): void {
    account.forms.delete(name);
    if (account.forms.size === 0) this.#watched.delete(account.name);
  }
}

/**
 * Names of all accounts that a block can have changed: those whose balance it changed; those of the SVM side only, which
 * the events of the svm module name; and those whose contents the chain writes.
 */
function possiblyChanged(news: BlockView): ReadonlySet<string> {
  const names = new Set<string>([...news.changedAccounts(), feeCollector, ...sysvarNames]);
  const { receipts, events } = news.committed;
  for (const { address, topics } of [...receipts.flatMap(({ logs }) => logs), ...events]) {
    if (address === svmAddress) for (const topic of topics) names.add(topic);
  }
  return names;
}

function isSame(left: SvmAccount, right: SvmAccount): boolean {
  return left.lamports === right.lamports && equalBytes(left.data, right.data);
}
