import type { ChainReader, Receipt } from '../../../chain/types.ts';
import { type BoundedCache, cacheOfBytes } from '../../../primitives/bounded-cache.ts';

/** The fees of one block. Prices in wei per gas. */
export type BlockFees = {
  readonly baseFee: bigint;
  /** gas used / gas limit */
  readonly gasUsedRatio: number;
  readonly gasUsed: bigint;
  /** what each transaction paid on top of the base fee, lowest first */
  readonly tips: readonly bigint[];
  /** Indexed by position in `tips`: gas of the transactions up to that one. */
  readonly gasUpTo: Float64Array;
};

/** Bytes in memory of a cached tip, and of a block without tips. */
const tipBytes = 40;
const blockBytes = 400;

/** Fees of blocks, read once. */
export class FeeReader {
  readonly #chain: ChainReader;
  readonly #known: BoundedCache<number, BlockFees>;

  constructor(chain: ChainReader) {
    this.#chain = chain;
    const bytesOf = ({ tips }: BlockFees) => blockBytes + tipBytes * tips.length;
    this.#known = cacheOfBytes(chain.cacheSizes.blockFees, bytesOf);
  }

  clear(): void {
    this.#known.clear();
  }

  /** undefined for a height without block. `beforeRead` is called when the block has to be read, and may throw. */
  at(height: number, beforeRead: () => void = () => {}): BlockFees | undefined {
    const known = this.#known.get(height);
    if (known !== undefined) return known;
    beforeRead();
    const fees = this.#read(height);
    if (fees !== undefined) this.#known.set(height, fees);
    return fees;
  }

  #read(height: number): BlockFees | undefined {
    const header = this.#chain.header(height);
    if (header === undefined) return undefined;
    const { baseFee, gasUsed, gasLimit, transactionCount } = header;
    const gasUsedRatio = Number(gasUsed) / Number(gasLimit);
    const receipts = transactionCount === 0 ? [] : (this.#chain.receipts(height) ?? []);
    return { baseFee, gasUsed, gasUsedRatio, ...sortedTips(receipts, baseFee) };
  }
}

const readers = new WeakMap<object, FeeReader>();

/** The fees of blocks that this node has read. */
export function feeReaderOf(node: { readonly chain: ChainReader }): FeeReader {
  const known = readers.get(node) ?? new FeeReader(node.chain);
  readers.set(node, known);
  return known;
}

function sortedTips(receipts: readonly Receipt[], baseFee: bigint): Pick<BlockFees, 'tips' | 'gasUpTo'> {
  const paid = receipts.map(({ effectiveGasPrice, gasUsed }) => ({ tip: effectiveGasPrice - baseFee, gasUsed }));
  paid.sort((a, b) => (a.tip < b.tip ? -1 : a.tip > b.tip ? 1 : 0));
  const gasUpTo = new Float64Array(paid.length);
  let sum = 0;
  for (const [index, { gasUsed }] of paid.entries()) {
    sum += Number(gasUsed);
    gasUpTo[index] = sum;
  }
  return { tips: paid.map(({ tip }) => tip), gasUpTo };
}

/** The tip that the given percentage of a block's gas paid at most; 0n in an empty block. `percent` is 0 to 100. */
export function tipAt({ tips, gasUpTo, gasUsed }: BlockFees, percent: number): bigint {
  const threshold = Number((gasUsed * BigInt(Math.round(percent * 1e6))) / 100_000_000n);
  let from = 0;
  let end = tips.length;
  while (from < end) {
    const middle = (from + end) >>> 1;
    if ((gasUpTo[middle] ?? 0) >= threshold) end = middle;
    else from = middle + 1;
  }
  return tips[from] ?? tips.at(-1) ?? 0n;
}
