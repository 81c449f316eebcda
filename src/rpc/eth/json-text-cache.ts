import { flattenText } from '../../primitives/flatten-text.ts';

type BlockTexts = { readonly texts: Map<number, string>; size: number };

/** Caches texts that belong to a block and never change. The least recently used blocks are evicted. */
export class JsonTextCache {
  readonly #limit: number;
  /** least recently used first */
  readonly #blocks = new Map<number, BlockTexts>();
  #last: { readonly height: number; readonly block: BlockTexts } | undefined;
  #size = 0;

  /** `limit`: characters kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** `index`: a number that names the text within its block */
  get(height: number, index: number, make: () => string): string {
    const block = this.#block(height);
    const known = block.texts.get(index);
    if (known !== undefined) return known;
    const text = flattenText(make());
    block.texts.set(index, text);
    block.size += text.length;
    this.#size += text.length;
    this.#evict();
    return text;
  }

  clear(): void {
    this.#blocks.clear();
    this.#last = undefined;
    this.#size = 0;
  }

  #block(height: number): BlockTexts {
    if (this.#last?.height === height) return this.#last.block;
    const block = this.#blocks.get(height) ?? { texts: new Map<number, string>(), size: 0 };
    this.#blocks.delete(height);
    this.#blocks.set(height, block);
    this.#last = { height, block };
    return block;
  }

  /** The most recently used block stays, whatever its size. */
  #evict(): void {
    for (const [height, block] of this.#blocks) {
      if (this.#size <= this.#limit || this.#blocks.size === 1) return;
      this.#blocks.delete(height);
      this.#size -= block.size;
    }
  }
}
