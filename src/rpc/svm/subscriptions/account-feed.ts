import { equalBytes } from '../../../primitives/bytes.ts';
import { emptyAccount, type SvmAccount } from '../../../svm/account.ts';
import type { Session } from '../../contract.ts';
import { headState, inContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import type { AccountOptions } from '../params/account-options.ts';
import { anySlot } from '../params/context-options.ts';
import type { Key } from '../params/keys.ts';
import { type AccountParts, readAccount } from '../read-account.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { SubscriptionRegistry } from './registry.ts';

type Wish = { readonly key: Key; readonly options: AccountOptions; known: SvmAccount };

/** Tells of accounts whose lamports or data have changed, for whatever reason. */
export class AccountFeed {
  readonly #parts: AccountParts;
  readonly #feed: Feed<Wish>;

  constructor(parts: AccountParts, registry: SubscriptionRegistry) {
    this.#parts = parts;
    this.#feed = new Feed(registry, 'accountNotification');
  }

  subscribe(session: Session, key: Key, options: AccountOptions): number {
    const known = readAccount(this.#parts, headState(this.#parts.chain, anySlot), key.bytes) ?? emptyAccount;
    return this.#feed.subscribe(session, { key, options, known }).id;
  }

  publish(news: BlockNews): void {
    if (this.#feed.isEmpty) return;
    const at = { slot: news.header.number, state: news.state };
    for (const [subscription, wish] of this.#feed) {
      const account = readAccount(this.#parts, at, wish.key.bytes) ?? emptyAccount;
      if (isSame(account, wish.known)) continue;
      wish.known = account;
      subscription.notify(inContext(at.slot, encodeAccount(account, wish.options)));
    }
  }
}

function isSame(left: SvmAccount, right: SvmAccount): boolean {
  return left.lamports === right.lamports && equalBytes(left.data, right.data);
}
