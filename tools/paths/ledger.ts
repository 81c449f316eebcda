import type { Client } from './client.ts';

export type Log = {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly logIndex: string;
  readonly transactionHash: string;
};
export type Receipt = {
  readonly transactionHash: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly contractAddress: string | null;
  readonly logs: readonly Log[];
};
export type Block = {
  readonly height: number;
  /** the block as far as newHeads shows it */
  readonly header: Readonly<Record<string, unknown>>;
  readonly timestamp: string;
  readonly hash: string;
  readonly stateRoot: string;
  readonly transactions: readonly string[];
  readonly receipts: readonly Receipt[];
};

/** What a client has read of the chain, block by block: what histories, logs and proofs are compared with. */
export class Ledger {
  readonly #blocks: Block[] = [];

  get head(): Block {
    const last = this.#blocks.at(-1);
    if (last === undefined) throw new Error('nothing was read yet');
    return last;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** All receipts, in chain order. */
  receipts(): readonly Receipt[] {
    return this.#blocks.flatMap(({ receipts }) => receipts);
  }

  /** Reads the blocks that are new and returns them. */
  async read(client: Client): Promise<readonly Block[]> {
    const from = this.#blocks.length;
    const head = Number(await client<string>('eth_blockNumber'));
    for (let height = from; height <= head; height++) {
      const number = `0x${height.toString(16)}`;
      type Read = { hash: string; stateRoot: string; timestamp: string; transactions: string[] };
      const { hash, stateRoot, timestamp, transactions } = await client<Read>('eth_getBlockByNumber', number, false);
      const header = await client<Block['header']>('eth_getHeaderByNumber', number);
      const receipts = await client<Receipt[]>('eth_getBlockReceipts', number);
      this.#blocks.push({ height, header, hash, stateRoot, timestamp, transactions, receipts });
    }
    return this.#blocks.slice(from);
  }

  /** Forgets the blocks above a height, as the node does. */
  revert(height: number): void {
    this.#blocks.length = height + 1;
  }
}
