import { toBase58, toSvmKey } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { readSvmAccount } from '../../../svm/account.ts';
import { systemProgramText } from '../../../svm/programs.ts';
import type { Session } from '../../contract.ts';
import { inContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import type { Key } from '../params/keys.ts';
import type { ProgramAccountsOptions } from '../params/program-options.ts';
import type { BlockNews } from './block-news.ts';
import { Feed } from './feed.ts';
import type { SubscriptionRegistry } from './registry.ts';

type Wish = { readonly program: Key; readonly options: ProgramAccountsOptions };

/** Tells of changed accounts of a program. The system program owns all accounts that can change. */
export class ProgramFeed {
  readonly #feed: Feed<Wish>;

  constructor(registry: SubscriptionRegistry) {
    this.#feed = new Feed(registry, 'programNotification');
  }

  subscribe(session: Session, program: Key, options: ProgramAccountsOptions): number {
    return this.#feed.subscribe(session, { program, options }).id;
  }

  publish(news: BlockNews): void {
    for (const [subscription, { program, options }] of this.#feed) {
      if (program.text !== systemProgramText || !options.accepts(emptyBytes)) continue;
      for (const address of news.changedAccounts()) {
        const account = readSvmAccount(news.state, toSvmKey(address));
        if (account === undefined) continue;
        const value = { pubkey: toBase58(address), account: encodeAccount(account, options) };
        subscription.notify(inContext(news.header.number, value));
      }
    }
  }
}
