import type { BalanceChange, ChainReader, SealedHeader } from '../../chain/types.ts';
import { feeCollector } from '../../kernel/module-account.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Steps } from '../../primitives/steps.ts';
import type { MainThread } from '../../scheduling/main-thread.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { TopBalances } from './top-balances.ts';

/** How many accounts are kept at least, how many are read at once, and after how many blocks all are read again. */
const minKept = 1_000;
const accountsPerStep = 1_000;
const maxBlocksBehind = 1_000;
/** What reading an empty block costs, in accounts. */
const blockCost = 20;

/** The accounts that hold the most at a height, in wei. */
type Largest = { readonly height: number; readonly accounts: readonly (readonly [Address, bigint])[] };

/**
 * Finds the largest accounts. The first search reads all accounts, in steps; later ones
 * read only what has changed since. Nothing is done between searches.
 */
export class LargestAccounts {
  readonly #chain: ChainReader;
  readonly #mainThread: MainThread;
  readonly #owner: Owner = { network: 'node', connection: this, hasLeft: false };
  #top = new TopBalances(minKept);
  /** the block up to which changes are noted */
  #at: { readonly height: number; readonly hash: Hash } | undefined;
  #update: Promise<void> | undefined;

  constructor(chain: ChainReader, mainThread: MainThread) {
    this.#chain = chain;
    this.#mainThread = mainThread;
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
    this.#update ??= this.#mainThread
      .runSteps('upkeep', this.#owner, () => this.#refresh())
      .finally(() => {
        this.#update = undefined;
      });
    return this.#update;
  }

  *#refresh(): Steps<void> {
    try {
      if (this.#canContinue()) yield* this.#followBlocks();
      else yield* this.#readAll();
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
  *#readAll(): Steps<void> {
    this.#top = new TopBalances(minKept);
    const { number, hash } = this.#chain.head();
    this.#at = { height: number, hash };
    for (let start: Address | undefined = zeroAddress; start !== undefined; ) {
      const page = this.#chain.states.accountsFrom(start, accountsPerStep);
      for (const [account, { balance }] of page) this.#top.set(account, balance);
      start = page.length < accountsPerStep ? undefined : page.at(-1)?.[0];
      yield;
      yield* this.#followBlocks();
    }
  }

  /** Up to the head of now: a chain may grow as fast as its blocks are read. */
  *#followBlocks(): Steps<void> {
    const last = this.#chain.head().number;
    let noted = 0;
    for (let next = this.#next(last); next !== undefined; next = this.#next(last)) {
      const receipts = this.#chain.receipts(next.number) ?? [];
      const changes = [...receipts.flatMap((receipt) => receipt.balanceChanges), ...this.#changesOfHooks(next.number)];
      for (const { address, after } of changes) this.#top.set(address, after);
      this.#at = { height: next.number, hash: next.hash };
      noted += blockCost + changes.length;
      if (noted < accountsPerStep) continue;
      noted = 0;
      yield;
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
