import { emptyBytes } from '../../../primitives/bytes.ts';
import type { SvmAccount } from '../../../svm/account.ts';
import { type AccountName, keyToBase58 } from '../../../svm/account-name.ts';
import { systemProgramId } from '../../../svm/programs.ts';
import { withContext } from '../context.ts';
import { encodeAccount } from '../encode-account.ts';
import type { AccountEncoding } from '../params/account-options.ts';
import type { Key } from '../params/keys.ts';
import type { ProgramAccountsOptions } from '../params/program-options.ts';
import { accountAt, type ChangedState } from './block-view.ts';
import { Feed } from './feed.ts';
import type { Message, Subscriber, SubscriptionRegistry } from './registry.ts';

/** The key of subscriptions that never get a message: to another program, or with filters that no account passes. */
const nothing = 'nothing';

/**
 * Notifies of changed accounts of a program. The system program owns all accounts that can change, and none of them has
 * data: subscriptions differ only in the encoding.
 */
export class ProgramFeed {
  readonly #feed: Feed<AccountEncoding | typeof nothing>;

  constructor(registry: SubscriptionRegistry) {
    this.#feed = new Feed(registry, 'programNotification');
  }

  subscribe(subscriber: Subscriber, program: Key, options: ProgramAccountsOptions): number {
    const canMatch = program.text === systemProgramId && options.accepts(emptyBytes);
    return this.#feed.subscribe(subscriber, canMatch ? options.encoding : nothing).id;
  }

  *messages(block: ChangedState): Iterable<Message | undefined> {
    const encodings = [...this.#feed.keys()].filter((key) => key !== nothing);
    const state = encodings.length === 0 ? undefined : block.state;
    if (state === undefined) return;
    const lamportsBefore = block.lamportsBefore();
    for (const name of block.changedAccounts()) {
      const account = accountAt(state, name);
      if (account.lamports === lamportsBefore(name)) continue;
      const changed = { slot: block.header.number, name, account };
      for (const encoding of encodings) yield* this.#feed.contained(encoding, this.#change(changed, encoding));
      yield undefined;
    }
  }

  *#change(
    { slot, name, account }: { slot: number; name: AccountName; account: SvmAccount },
    encoding: AccountEncoding,
  ): Iterable<Message> {
    const written = encodeAccount(account, { encoding, dataSlice: undefined });
    const result = withContext(slot, { pubkey: keyToBase58(name), account: written });
    for (const to of this.#feed.to(encoding)) yield { to, result };
  }
}
