import { signal } from '@preact/signals';
import { firstHeight } from '../node/head.ts';
import { call } from '../node/rpc.ts';
import type { BlockEffects, Hex } from '../node/types.ts';

const kept = 200;

/** Who signed which of the newest blocks: each block reports the signatures of the block before. */
export class RecentVotes {
  /** grows whenever votes have arrived */
  readonly version = signal(0);
  readonly #signed = new Map<number, ReadonlyMap<Hex, boolean> | undefined>();

  /** Whether a validator signed a block; undefined while that is read, and where it had no vote. */
  signed(height: number, validator: Hex): boolean | undefined {
    return this.#signed.get(height)?.get(validator);
  }

  /** Reads the votes for the `count` blocks below `head`. */
  follow(head: number, count: number): void {
    for (let height = head - 1; height > Math.max(firstHeight.peek(), head - 1 - count); height--) {
      if (!this.#signed.has(height)) void this.#read(height);
    }
  }

  async #read(height: number): Promise<void> {
    this.#signed.set(height, undefined);
    if (this.#signed.size > kept) this.#signed.delete(this.#signed.keys().next().value ?? 0);
    try {
      const effects = await call<BlockEffects | null>('qord_getBlockEffects', [`0x${(height + 1).toString(16)}`]);
      const votes = effects?.report?.votes ?? [];
      this.#signed.set(height, new Map(votes.map(({ validator, signed }) => [validator, signed])));
    } catch {
      this.#signed.delete(height); // read again with the next block
    }
    this.version.value++;
  }
}
