import type { RemovedBlock } from './types.ts';

/** Logs that are kept of removed blocks at most. */
const maxLogs = 10_000;

/** Keeps the logs of blocks that are removed, for those who were told of them; of many those of the newest blocks. */
export class RemovedLogs {
  readonly #blocks: RemovedBlock[] = [];
  #logs = 0;

  /** Keeps a block, unless that would be too many logs. To be called while its logs can be read. */
  add({ block: { header, transactions }, receipts }: RemovedBlock): void {
    const last = receipts.at(-1);
    this.#logs += (last?.firstLogIndex ?? 0) + (last?.logs.length ?? 0);
    if (this.#logs > maxLogs) return;
    this.#blocks.push({
      block: { header, transactions: transactions.map(({ hash }) => ({ hash })) },
      receipts: receipts.map(({ logs, firstLogIndex }) => ({ logs: [...logs], firstLogIndex })),
    });
  }

  /** Oldest first. */
  blocks(): readonly RemovedBlock[] {
    return this.#blocks.toSorted((left, right) => left.block.header.number - right.block.header.number);
  }
}
