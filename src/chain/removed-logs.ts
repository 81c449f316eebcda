import type { RemovedBlock, RewindEvent } from './types.ts';

/** Stored bytes of the removed blocks whose logs are kept: some ten thousand logs. */
const maxBytes = 4 * 2 ** 20;

/** Keeps the logs of blocks that are removed, for those who were told of them; of very many those of the newest blocks. */
export class RemovedLogs {
  readonly #blocks: RemovedBlock[] = [];
  #bytes = 0;
  #forgotten = Number.POSITIVE_INFINITY;

  /** Keeps a block, which is stored in so many bytes, unless all become too many. Its logs are read now. */
  add({ block: { header, transactions }, receipts }: RemovedBlock, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > maxBytes) {
      this.#forgotten = Math.min(this.#forgotten, header.number);
      return;
    }
    this.#blocks.push({
      block: { header, transactions: transactions.map(({ hash }) => ({ hash })) },
      receipts: receipts.map(({ logs, firstLogIndex }) => ({ logs: [...logs], firstLogIndex })),
    });
  }

  /** What listeners are told of them. */
  told(): Pick<RewindEvent, 'removed' | 'forgotten'> {
    const removed = this.#blocks.toSorted((left, right) => left.block.header.number - right.block.header.number);
    return { removed, forgotten: this.#forgotten };
  }
}
