import type { StateView } from '../../../state/contract.ts';
import { readLamports, readSvmAccount } from '../../../svm/account.ts';
import type { Session } from '../../contract.ts';
import { inContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import type { AccountOptions } from '../params/account-options.ts';
import type { Key } from '../params/keys.ts';
import type { SvmParts } from '../parts.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { SubscriptionRegistry } from './registry.ts';

type Wish = { readonly key: Key; readonly options: AccountOptions; lamports: bigint };

/** Tells of accounts whose lamports have changed, for whatever reason. */
export class AccountFeed {
  readonly #parts: Pick<SvmParts, 'chain' | 'svmOnlyLamports'>;
  readonly #feed: Feed<Wish>;

  constructor(parts: Pick<SvmParts, 'chain' | 'svmOnlyLamports'>, registry: SubscriptionRegistry) {
    this.#parts = parts;
    this.#feed = new Feed(registry, 'accountNotification');
  }

  subscribe(session: Session, key: Key, options: AccountOptions): number {
    const { chain } = this.#parts;
    const state = chain.stateAt(chain.head().number);
    const lamports = state === undefined ? 0n : readLamports(state, key.bytes, this.#svmOnly(state));
    return this.#feed.subscribe(session, { key, options, lamports }).id;
  }

  publish(news: BlockNews): void {
    if (this.#feed.isEmpty) return;
    const { state } = news;
    for (const [subscription, wish] of this.#feed) {
      const lamports = readLamports(state, wish.key.bytes, this.#svmOnly(state));
      const account =
        lamports === wish.lamports ? undefined : readSvmAccount(state, wish.key.bytes, this.#svmOnly(state));
      wish.lamports = lamports;
      if (account !== undefined) {
        subscription.notify(inContext(news.header.number, encodeAccount(account, wish.options)));
      }
    }
  }

  #svmOnly(state: StateView) {
    return (key: Uint8Array) => this.#parts.svmOnlyLamports(state, key);
  }
}
