import type { RejectedCandidate } from '../../chain/build-block.ts';
import type { ExecutedBlock } from '../../chain/prepare-block.ts';

/** A block that was executed, and the transactions of the pool that could not be executed in it. */
export type KeptBlock = { readonly executed: ExecutedBlock; readonly rejected: readonly RejectedCandidate[] };

/** Rounds of one height whose blocks are kept; nearly always one decides. */
const maxBlocks = 4;

/** The blocks that were executed on the head and not committed, by their keys, so that none is executed twice. */
export class ExecutedBlocks {
  readonly #byName = new Map<string, KeptBlock>();

  keep(name: string, block: KeptBlock): void {
    this.#byName.delete(name); // one that is kept again takes no place of another
    const [oldest] = this.#byName.keys();
    if (oldest !== undefined && this.#byName.size >= maxBlocks) this.#byName.delete(oldest);
    this.#byName.set(name, block);
  }

  find(name: string): KeptBlock | undefined {
    return this.#byName.get(name);
  }

  /** The head has moved. */
  clear(): void {
    this.#byName.clear();
  }
}
