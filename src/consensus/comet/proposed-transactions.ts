import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { cacheOfBytes } from '../../primitives/bounded-cache.ts';
import type { Hash } from '../../primitives/hash.ts';

/** Bytes of the transactions that are kept, at most: twice those of a block of transfers. */
const maxBytes = 8 * 1024 * 1024;
/** Bytes that a decoded transaction takes besides those it was decoded from. */
const decodedBytes = 1_000;

/**
 * Transactions of proposed blocks that the pool did not have. Their gossip arrives after the proposal; then their
 * senders need not be recovered again.
 */
export class ProposedTransactions {
  readonly #decode: (raw: Uint8Array) => Promise<Transaction>;
  readonly #cache = cacheOfBytes<Hash, Transaction>(maxBytes, ({ raw }) => raw.length + decodedBytes);

  /** `decode`: EIP-2718 bytes → transaction, which keeps the bytes. */
  constructor(decode: (raw: Uint8Array) => Promise<Transaction>) {
    this.#decode = decode;
  }

  /**
   * EIP-2718 bytes → transaction, which is kept. Rejects as the given `decode` does. The bytes are copied: they are a
   * view of the whole proposal, which a single transaction would keep in memory.
   */
  async decode(raw: Uint8Array): Promise<Transaction> {
    const transaction = await this.#decode(raw.slice());
    this.#cache.set(transaction.hash, transaction);
    return transaction;
  }

  get(hash: Hash): Transaction | undefined {
    return this.#cache.get(hash);
  }
}
