import type { ChainReader } from '../../chain/types.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { fullBlockText, hashesBlockText } from '../evm-common/json/block-json.ts';
import { receiptText } from '../evm-common/json/receipt-json.ts';
import { TextCache } from '../text-cache.ts';

/** Blocks up to the newest whose texts with hashes are cached, however short these are. */
const newest = 64;
/** Characters of a text with hashes that is cached for any block: one of more than a hundred transactions. */
const usualLong = 8 * 1024;

/** JSON text of whole blocks and of their receipts. A block never changes, so that its text can be kept. */
export class BlockTexts {
  readonly #chain: ChainReader;
  readonly #texts: TextCache;
  readonly #long: number;

  constructor(chain: ChainReader, long = usualLong) {
    this.#chain = chain;
    this.#long = long;
    this.#texts = new TextCache(chain.cacheSizes.blockTexts);
  }

  clear(): void {
    this.#texts.clear();
  }

  /** All receipts of a block, as a list; undefined for a height without block. */
  receipts(height: number): JsonText | undefined {
    return this.#cached(`receipts ${height}`, () => {
      const block = this.#chain.block(height);
      const receipts = this.#chain.receipts(height);
      if (block === undefined || receipts === undefined) return undefined;
      const { header, transactions } = block;
      const texts = transactions.map((transaction, index) => {
        const receipt = receipts[index];
        if (receipt === undefined) throw new Error(`block ${height} has no receipt ${index}`);
        return receiptText({ header, transaction, index }, receipt);
      });
      return `[${texts.join(',')}]`;
    });
  }

  /** The block with its transactions; undefined for a height without block. */
  fullBlock(height: number): JsonText | undefined {
    return this.#cached(`full ${height}`, () => {
      const block = this.#chain.block(height);
      return block && fullBlockText(block);
    });
  }

  /**
   * The block with the hashes of its transactions; undefined for a height without block. The newest blocks, which all
   * clients read, and long ones are cached. The text of another, which is mostly read once, is written again: that takes
   * 7 µs, and texts that are cached and evicted without being used again have to be collected (14 instead of 11 µs of
   * CPU for a block of a long chain). 15,000 hashes take 3 ms, which nobody may have done again and again.
   */
  hashesBlock(height: number): JsonText | undefined {
    const isNew = height > this.#chain.head().number - newest;
    return this.#cached(
      `hashes ${height}`,
      () => this.#hashesText(height),
      (text) => isNew || text.length > this.#long,
    );
  }

  #hashesText(height: number): string | undefined {
    const header = this.#chain.header(height);
    const hashes = this.#chain.transactionHashes(height);
    return header && hashes && hashesBlockText(header, hashes);
  }

  #cached(key: string, make: () => string | undefined, isKept = (_text: string) => true): JsonText | undefined {
    const known = this.#texts.get(key);
    if (known !== undefined) return known;
    const text = make();
    if (text === undefined) return undefined;
    return isKept(text) ? this.#texts.set(key, text) : new JsonText(text);
  }
}
