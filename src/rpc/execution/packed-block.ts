import { deserialize, serialize } from 'node:v8';
import type { ChainStates, PendingBlock, UnfinishedBlock } from '../../chain/types.ts';

/** Which of the blocks above the head. */
type Above = 'pending' | 'unfinished';

/** A block above the head as bytes, which are copied to a thread faster than its objects. */
export type PackedBlock = {
  readonly above: Above;
  /** another one for each block */
  readonly version: number;
  readonly bytes: Uint8Array;
};

type Packed = { readonly block: PendingBlock | UnfinishedBlock; readonly packed: PackedBlock };

/** Packs the newest block of each kind for threads, once. */
export class BlockPacker {
  readonly #last = new Map<Above, Packed>();
  #versions = 0;

  pack(above: Above, block: PendingBlock | UnfinishedBlock | undefined): PackedBlock | undefined {
    if (block === undefined) return undefined;
    let last = this.#last.get(above);
    if (last?.block !== block) {
      last = { block, packed: { above, version: ++this.#versions, bytes: serialize(block) } };
      this.#last.set(above, last);
    }
    return last.packed;
  }
}

/** Reads such blocks in a thread, each once. */
export class PackedBlockReader {
  readonly #last = new Map<Above, number>();

  /** Sets the block among the states of a chain that lie above its head, unless it is there already. */
  read(packed: PackedBlock | undefined, states: ChainStates): void {
    if (packed === undefined || this.#last.get(packed.above) === packed.version) return;
    this.#last.set(packed.above, packed.version);
    states[packed.above] = deserialize(packed.bytes);
  }
}
