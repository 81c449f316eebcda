import { deserialize, serialize } from 'node:v8';
import type { PendingBlock } from '../../chain/types.ts';

/** The pending block as bytes, which are copied to a thread faster than its objects. */
export type PackedPending = {
  /** another one for each block */
  readonly version: number;
  readonly bytes: Uint8Array;
};

/** Packs the pending block for threads, once. */
export class PendingPacker {
  #last: { readonly block: PendingBlock; readonly packed: PackedPending } | undefined;

  pack(block: PendingBlock | undefined): PackedPending | undefined {
    if (block === undefined) return undefined;
    if (this.#last?.block !== block) {
      this.#last = { block, packed: { version: (this.#last?.packed.version ?? 0) + 1, bytes: serialize(block) } };
    }
    return this.#last.packed;
  }
}

/** Reads the pending block in a thread, once. */
export class PendingReader {
  #last: { readonly version: number; readonly block: PendingBlock } | undefined;

  read(packed: PackedPending | undefined): PendingBlock | undefined {
    if (packed === undefined) return undefined;
    if (this.#last?.version !== packed.version)
      this.#last = { version: packed.version, block: deserialize(packed.bytes) };
    return this.#last.block;
  }
}
