import { feeCollector } from '../../../kernel/module-account.ts';
import { equalBytes } from '../../../primitives/bytes.ts';
import { emptyAccount, type SvmAccount } from '../../../svm/account.ts';
import { accountName } from '../../../svm/account-name.ts';
import { parsePublicKey } from '../../../svm/public-key.ts';
import { headState, withContext } from '../context.ts';
import { encodeAccountOrError } from '../encode-account.ts';
import type { AccountOptions } from '../params/account-options.ts';
import { anySlot } from '../params/context-options.ts';
import { type AccountDependencies, readAccount } from '../read-account.ts';
import { sysvarKeys } from '../sysvars.ts';
import type { ChangedState } from './block-view.ts';
import { Feed } from './feed.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

type Form = { readonly account: Watched; readonly name: string; readonly options: AccountOptions };

/** An account with subscribers, as it was last read. */
type Watched = {
  readonly name: string;
  readonly key: Uint8Array;
  readonly forms: Map<string, Form>;
  known: SvmAccount;
};

const sysvarNames = sysvarKeys.map((key) => accountName(parsePublicKey(key)));

/**
 * Notifies of accounts whose lamports or data have changed, for whatever reason. Reads only the accounts that a block
 * may have changed, each once.
 */
export class AccountFeed {
  readonly #dependencies: AccountDependencies;
  readonly #feed: Feed<Form>;
  readonly #watched = new Map<string, Watched>();
  #mayAllDiffer = false;

  constructor(dependencies: AccountDependencies, registry: SubscriptionRegistry) {
    this.#dependencies = dependencies;
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

  /** After a rewind of a development network any account may differ from what was sent last. */
  invalidate(): void {
    this.#mayAllDiffer = true;
  }

  *messages(block: ChangedState): Iterable<Message | undefined> {
    const state = this.#watched.size === 0 ? undefined : block.state;
    if (state === undefined) return;
    const names = this.#mayAllDiffer ? [...this.#watched.keys()] : possiblyChanged(block);
    this.#mayAllDiffer = false;
    const at = { slot: block.header.number, state };
    for (const name of names) {
      const watched = this.#watched.get(name);
      if (watched === undefined) continue;
      let account: SvmAccount | undefined;
      for (const form of [...watched.forms.values()]) {
        const read = () => {
          account ??= readAccount(this.#dependencies, at, watched.key) ?? emptyAccount;
          return account;
        };
        yield* this.#feed.contained(form, this.#changeOf(form, read, at.slot));
      }
      if (account !== undefined) watched.known = account;
      yield undefined;
    }
  }

  *#changeOf(form: Form, read: () => SvmAccount, slot: number): Iterable<Message> {
    const account = read();
    if (isSame(account, form.account.known)) return;
    const result = withContext(slot, encodeAccountOrError(account, form.options));
    for (const to of this.#feed.to(form)) yield { to, result };
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
    return readAccount(this.#dependencies, headState(this.#dependencies.chain, anySlot), key) ?? emptyAccount;
  }

  #forget({ account, name }: Form): void {
    account.forms.delete(name);
    if (account.forms.size === 0) this.#watched.delete(account.name);
  }
}

/** Names of all accounts that a block can have changed: its own, the fee collector, and what the chain writes. */
function possiblyChanged(block: ChangedState): ReadonlySet<string> {
  return new Set<string>([...block.changedAccounts(), feeCollector, ...sysvarNames]);
}

function isSame(left: SvmAccount, right: SvmAccount): boolean {
  return left.lamports === right.lamports && equalBytes(left.data, right.data);
}
