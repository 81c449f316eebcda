import { firstHeight } from '../../../chain/genesis/parse-genesis.ts';
import type { ChainReader } from '../../../chain/types.ts';
import { flattenText } from '../../../primitives/flatten-text.ts';
import { GenerationalCache } from '../../../primitives/generational-cache.ts';
import { quantity } from '../../../primitives/quantity.ts';
import { writeJson } from '../../dispatch/write-json.ts';
import { JsonText, type JsonValue } from '../../types.ts';
import { type BlockFees, type FeeReader, tipAt } from './block-fees.ts';

/** Blocks in one response at most; older ones are left out. */
const maxFeeBlocks = 1024;

/** Cached responses: many wallets request the same few. */
const cacheSize = 128;

/** EIP-1559 fee data of past blocks, each response made once. */
export class FeeHistory {
  readonly #chain: ChainReader;
  readonly #fees: FeeReader;
  readonly #cache = new GenerationalCache<string, JsonText>(cacheSize, () => 1);

  constructor(chain: ChainReader, fees: FeeReader) {
    this.#chain = chain;
    this.#fees = fees;
  }

  clear(): void {
    this.#cache.clear();
  }

  /** Fees of `count` blocks up to `newest`, which must exist; rewards only with percentiles. */
  get(count: number, newest: number, percentiles: readonly number[] | undefined): JsonValue {
    const oldest = Math.max(firstHeight(this.#chain.identity), newest - Math.min(count, maxFeeBlocks) + 1);
    const key = `${oldest} ${newest} ${percentiles?.join() ?? ''}`;
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const text = new JsonText(flattenText(writeJson(this.#compose(oldest, newest, percentiles))));
    this.#cache.set(key, text);
    return text;
  }

  #compose(oldest: number, newest: number, percentiles: readonly number[] | undefined): JsonValue {
    const blocks: BlockFees[] = [];
    for (let height = oldest; height <= newest; height++) {
      const fees = this.#fees.at(height);
      if (fees !== undefined) blocks.push(fees);
    }
    const blobBaseFee = quantity(this.#chain.environmentAt(newest)?.blobBaseFee ?? 1n);
    return {
      oldestBlock: quantity(oldest),
      baseFeePerGas: [...blocks.map(({ baseFee }) => quantity(baseFee)), quantity(this.#baseFeeAfter(newest))],
      gasUsedRatio: blocks.map(({ gasUsedRatio }) => gasUsedRatio),
      baseFeePerBlobGas: Array.from({ length: blocks.length + 1 }, () => blobBaseFee),
      blobGasUsedRatio: blocks.map(() => 0),
      reward: percentiles && blocks.map((fees) => percentiles.map((percent) => quantity(tipAt(fees, percent)))),
    };
  }

  #baseFeeAfter(height: number): bigint {
    const known = this.#chain.header(height + 1) ?? this.#chain.environmentAt('next');
    return known?.baseFee ?? 0n;
  }
}
