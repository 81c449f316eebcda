import { signal } from '@preact/signals';
import { type BlockSummary, summaryOf } from './recent-blocks.ts';
import { call } from './rpc.ts';
import type { Header, Hex } from './types.ts';

const most = 2_000;

/** Summaries of blocks by height, read when they are first needed. `version` grows whenever one has arrived. */
export class BlockCache {
  readonly version = signal(0);
  readonly #blocks = new Map<number, BlockSummary | undefined>();

  /** Undefined while it is read. */
  get(height: number): BlockSummary | undefined {
    if (!this.#blocks.has(height)) void this.#read(height);
    return this.#blocks.get(height);
  }

  clear(): void {
    this.#blocks.clear();
  }

  async #read(height: number): Promise<void> {
    this.#blocks.set(height, undefined);
    if (this.#blocks.size > most) this.#blocks.delete(this.#blocks.keys().next().value ?? -1);
    try {
      type Read = (Header & { readonly transactions: readonly Hex[] }) | null;
      const block = await call<Read>('eth_getBlockByNumber', [`0x${height.toString(16)}`, false]);
      if (block !== null) this.#blocks.set(height, summaryOf(block));
    } catch {
      this.#blocks.delete(height); // read again when it is shown next
    }
    this.version.value++;
  }
}
