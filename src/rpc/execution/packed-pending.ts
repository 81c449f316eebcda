import { deserialize, serialize } from 'node:v8';
import type { PendingBlock } from '../../chain/types.ts';

/** The pending block in memory that threads share: posting it to a thread copies nothing. */
export type PackedPending = {
  /** another one for each block */
  readonly version: number;
  readonly bytes: SharedArrayBuffer;
};

/** Packs the pending block for threads, once. */
export class PendingPacker {
  #last: { readonly block: PendingBlock; readonly packed: PackedPending } | undefined;

  pack(block: PendingBlock | undefined): PackedPending | undefined {
    if (block === undefined) return undefined;
    if (this.#last?.block !== block) {
      const plain = serialize(block);
      const bytes = new SharedArrayBuffer(plain.length);
      new Uint8Array(bytes).set(plain);
      this.#last = { block, packed: { version: (this.#last?.packed.version ?? 0) + 1, bytes } };
    }
    return this.#last.packed;
  }
}

/** Reads the pending block in a thread, once. */
export class PendingReader {
  #last: { readonly version: number; readonly block: PendingBlock } | undefined;

  read(packed: PackedPending | undefined): PendingBlock | undefined {
    if (packed === undefined) return undefined;
    if (this.#last?.version !== packed.version) {
      // its own packer wrote it; a deserializer reads no shared memory
      const block: PendingBlock = deserialize(new Uint8Array(packed.bytes).slice());
      this.#last = { version: packed.version, block };
    }
    return this.#last.block;
  }
}
