import type { ExecutedBlock } from '../../chain/commit-block.ts';

/** Rounds of one height whose blocks are kept; nearly always one decides. */
const maxBlocks = 4;

/** The blocks that were executed on the head and not committed, by their keys, so that none is executed twice. */
export class ExecutedBlocks {
  readonly #byName = new Map<string, ExecutedBlock>();

  keep(name: string, block: ExecutedBlock): void {
    const [oldest] = this.#byName.keys();
    if (oldest !== undefined && this.#byName.size >= maxBlocks) this.#byName.delete(oldest);
    this.#byName.set(name, block);
  }

  find(name: string): ExecutedBlock | undefined {
    return this.#byName.get(name);
  }

  /** The head has moved. */
  clear(): void {
    this.#byName.clear();
  }
}
