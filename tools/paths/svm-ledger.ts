import type { Client } from './client.ts';

/** A transaction as a scan of the blocks of the SVM interface shows it. */
export type SvmEntry = {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly err: unknown;
  readonly keys: readonly string[];
};

type SvmBlock = {
  readonly blockTime: number;
  readonly transactions: readonly {
    readonly transaction: {
      readonly signatures: readonly string[];
      readonly message: { readonly accountKeys: readonly string[] };
    };
    readonly meta: { readonly err: unknown };
  }[];
};

/** All transactions of the SVM interface, read block by block. */
export class SvmLedger {
  #entries: SvmEntry[] = [];
  #height = -1;

  /** Newest first. */
  get newestFirst(): readonly SvmEntry[] {
    return this.#entries.toReversed();
  }

  /** Reads the blocks up to a height. */
  async read(svm: Client, height: number): Promise<void> {
    for (let slot = this.#height + 1; slot <= height; slot++) {
      const options = { encoding: 'json', maxSupportedTransactionVersion: 0, transactionDetails: 'full' };
      const { blockTime, transactions } = await svm<SvmBlock>('getBlock', slot, options);
      for (const { transaction, meta } of transactions) {
        const { signatures, message } = transaction;
        this.#entries.push({
          signature: signatures[0] ?? '',
          slot,
          blockTime,
          err: meta.err,
          keys: message.accountKeys,
        });
      }
    }
    this.#height = height;
  }

  /** Forgets the blocks above a height. */
  revert(height: number): void {
    this.#entries = this.#entries.filter(({ slot }) => slot <= height);
    this.#height = Math.min(this.#height, height);
  }
}
