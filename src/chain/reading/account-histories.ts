import type { Address } from '../../primitives/address.ts';
import type { Reader } from '../../store/types.ts';
import { findTransactionsAfter, findTransactionsOf } from '../storage/account-index.ts';
import type { AccountHistories, AccountTransaction, BlockReader, TransactionLocation } from '../types.ts';

/** Reads the index of accounts, up to the head. */
export class StoredHistories implements AccountHistories {
  readonly #reader: Reader;
  readonly #blocks: Pick<BlockReader, 'head'>;

  constructor(reader: Reader, blocks: Pick<BlockReader, 'head'>) {
    this.#reader = reader;
    this.#blocks = blocks;
  }

  transactionsOf(
    account: Address | 'all',
    before: TransactionLocation | undefined,
    limit: number,
  ): readonly AccountTransaction[] {
    const { number } = this.#blocks.head();
    return findTransactionsOf(this.#reader, account, before ?? { height: number + 1, index: 0 }, limit);
  }

  transactionsAfter(account: Address, height: number, limit: number): readonly AccountTransaction[] {
    const { number } = this.#blocks.head();
    return findTransactionsAfter(this.#reader, account, height, limit).filter((at) => at.height <= number);
  }
}
