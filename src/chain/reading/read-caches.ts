import { type BoundedCache, cacheOfBytes } from '../../primitives/bounded-cache.ts';
import type { CacheSizes } from '../../primitives/cache-sizes.ts';
import type { Block, BodySizes, Receipt, SealedHeader } from '../types.ts';

/** Approximate memory of a cached header, and of the sizes of a block's parts. */
const headerBytes = 2_000;
const sizesBytes = 200;
/**
 * Approximate memory of a cached transaction, receipt or log. A long one counts as several, by its stored bytes.
 */
const itemBytes = 1_500;
const storedBytesPerItem = 256;

/** The decoded rows of blocks that a reader keeps, by height. */
export class ReadCaches {
  readonly headers: BoundedCache<number, SealedHeader>;
  readonly blocks: BoundedCache<number, Block>;
  readonly receipts: BoundedCache<number, readonly Receipt[]>;
  readonly bodySizes: BoundedCache<number, BodySizes>;
  readonly logRows: BoundedCache<number, Uint8Array>;

  /** `sizesAt` reads what the parts of a block are stored in. */
  constructor(caches: CacheSizes, sizesAt: (height: number) => BodySizes) {
    const [ofHeaders, ofSizes] = [0.9 * caches.headers, 0.1 * caches.headers];
    this.headers = cacheOfBytes(ofHeaders, () => headerBytes);
    this.bodySizes = cacheOfBytes(ofSizes, () => sizesBytes);
    this.blocks = cacheOfBytes(caches.blocks, ({ transactions: { length } }, height) =>
      memoryOf(length, sizesAt(height).transactions),
    );
    this.receipts = cacheOfBytes(caches.receipts, ({ length }, height) => {
      const { receipts, logs } = sizesAt(height);
      return memoryOf(length, receipts + logs);
    });
    this.logRows = cacheOfBytes(caches.logRows, ({ length }) => length);
  }

  clear(): void {
    for (const cache of [this.headers, this.blocks, this.receipts, this.bodySizes, this.logRows]) cache.clear();
  }
}

/** What a cached block takes, or its receipts: `items` of them, stored in `bytes`. */
function memoryOf(items: number, bytes: number): number {
  return itemBytes * (1 + Math.max(items, bytes / storedBytesPerItem));
}

/** The cached value of a height; what `read` returns is cached. */
export function cached<V extends object, R extends V | undefined>(
  cache: BoundedCache<number, V>,
  height: number,
  read: () => R,
): V | R {
  const found = cache.get(height);
  if (found !== undefined) return found;
  const value = read();
  if (value !== undefined) cache.set(height, value);
  return value;
}
