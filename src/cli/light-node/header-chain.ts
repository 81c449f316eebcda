import * as z from 'zod';
import { fromHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { type NodeClient, quantitySchema } from '../client.ts';

const headerSchema = z.object({ hash: z.string(), parentHash: z.string() });

/** Headers that are kept: a question asks for blocks at most 128 below its epoch, and can be answered for 128 more. */
const keptHeaders = 256;

/** The hashes of the newest blocks of a node, each checked to be the parent of the next. */
export class HeaderChain {
  readonly #client: NodeClient;
  readonly #hashes = new Map<number, string>();
  #head = -1;

  constructor(client: NodeClient) {
    this.#client = client;
  }

  /** Height of the newest header; -1 before the first. */
  get head(): number {
    return this.#head;
  }

  /** Reads what has been added since the last time. Starts over where the node has replaced blocks. Throws a CliError. */
  async follow(): Promise<void> {
    const head = Number(await this.#client.call('eth_blockNumber', [], quantitySchema));
    const first = Math.max(0, head - keptHeaders + 1, this.#head < head ? this.#head + 1 : head);
    for (let height = first; height <= head; height++) {
      const header = await this.#client.call(
        'eth_getBlockByNumber',
        [quantity(BigInt(height)), false],
        headerSchema.nullable(),
      );
      if (header === null && this.#head === -1) continue; // below the first block of the chain
      const parent = this.#hashes.get(height - 1);
      if (header === null || (parent !== undefined && parent !== header.parentHash)) return this.#forget();
      this.#hashes.set(height, header.hash);
      this.#hashes.delete(height - keptHeaders);
      this.#head = height;
    }
  }

  /** Hash of a block; undefined when it is not kept. */
  hashAt(height: number): Uint8Array | undefined {
    const hash = this.#hashes.get(height);
    return hash === undefined ? undefined : fromHex(hash);
  }

  #forget(): void {
    this.#hashes.clear();
    this.#head = -1;
  }
}
