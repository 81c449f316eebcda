import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BalanceChange, ChainReader, SealedHeader } from '../../chain/types.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import { TopBalances } from './top-balances.ts';

/** How many accounts are kept at least, how many are read at once, and after how many blocks all are read again. */
const minKept = 1_000;
const accountsPerTurn = 1_000;
const maxBlocksBehind = 1_000;
/** What reading an empty block costs, in accounts. */
const blockCost = 20;

/** The accounts that hold the most at a height, in wei. */
type Largest = { readonly height: number; readonly accounts: readonly (readonly [Address, bigint])[] };

/**
 * Finds the largest accounts. The first search reads all accounts, some in each iteration of the event loop; later ones
 * read only what has changed since. Nothing is done between searches.
 */
export class LargestAccounts {
  readonly #chain: ChainReader;
  #top = new TopBalances(minKept);
  /** the block up to which changes are noted */
  #at: { readonly height: number; readonly hash: Hash } | undefined;
  #update: Promise<void> | undefined;

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  /** Up to `count` accounts for which `accepts` holds. */
  async find(count: number, accepts: (account: Address) => boolean): Promise<Largest> {
    await this.#ensureUpToDate();
    const accounts = this.#top.largest(count, accepts);
    if (accounts !== undefined && this.#at !== undefined) return { height: this.#at.height, accounts };
    this.#at = undefined;
    return this.find(count, accepts);
  }

  /** Concurrent searches share one update. */
  #ensureUpToDate(): Promise<void> {
    this.#update ??= this.#refresh().finally(() => {
      this.#update = undefined;
    });
    return this.#update;
  }

  async #refresh(): Promise<void> {
    try {
      if (this.#canContinue()) await this.#followBlocks();
      else await this.#readAll();
    } catch (error) {
      this.#at = undefined; // read in part: the next search starts over
      throw error;
    }
  }

  #canContinue(): boolean {
    if (this.#at === undefined) return false;
    const { height, hash } = this.#at;
    return this.#chain.header(height)?.hash === hash && this.#chain.head().number - height <= maxBlocksBehind;
  }

  /** Accounts already read may change before the last one is read: the blocks committed meanwhile are applied. */
  async #readAll(): Promise<void> {
    this.#top = new TopBalances(minKept);
    const { number, hash } = this.#chain.head();
    this.#at = { height: number, hash };
    for (let start: Address | undefined = zeroAddress; start !== undefined; ) {
      const page = this.#chain.states.accountsFrom(start, accountsPerTurn);
      for (const [account, { balance }] of page) this.#top.set(account, balance);
      start = page.length < accountsPerTurn ? undefined : page.at(-1)?.[0];
      await nextTurn();
      await this.#followBlocks();
    }
  }

  /** Up to the head of now: a chain may grow as fast as its blocks are read. */
  async #followBlocks(): Promise<void> {
    const last = this.#chain.head().number;
    let noted = 0;
    for (let next = this.#next(last); next !== undefined; next = this.#next(last)) {
      const receipts = this.#chain.receipts(next.number) ?? [];
      const changes = [...receipts.flatMap((receipt) => receipt.balanceChanges), ...this.#changesOfHooks(next.number)];
      for (const { address, after } of changes) this.#top.set(address, after);
      this.#at = { height: next.number, hash: next.hash };
      noted += blockCost + changes.length;
      if (noted < accountsPerTurn) continue;
      noted = 0;
      await nextTurn();
    }
    const held = this.#chain.states.at(this.#at?.height ?? 0)?.account(feeCollector);
    this.#top.set(feeCollector, held?.balance ?? 0n);
  }

  #next(last: number): SealedHeader | undefined {
    return this.#at && this.#at.height < last ? this.#chain.header(this.#at.height + 1) : undefined;
  }

  #changesOfHooks(height: number): readonly BalanceChange[] {
    return this.#chain.hookChanges(height) ?? [];
  }
}
