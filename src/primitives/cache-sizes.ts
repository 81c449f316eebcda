/** Parts of a hundred that the caches take of `cache-size` when they are full. */
const shares = {
  // of the newest state
  accounts: 12,
  entries: 10,
  treeNodes: 10,
  code: 5,
  // of blocks
  headers: 5,
  blocks: 8,
  receipts: 8,
  logRows: 6,
  // of responses
  blockTexts: 10,
  logTexts: 9,
  receiptTexts: 5,
  calls: 6,
  moduleQueries: 2,
  feeHistory: 2,
  blockFees: 2,
} as const;

/** Bytes that each cache takes when it is full. */
export type CacheSizes = Readonly<Record<keyof typeof shares, number>>;

/**
 * What a thread beside the main one takes: a quarter, because threads live shortly, and there may be many. Texts of logs
 * keep their share: long lists of logs are only written in threads, and a list that does not fit is written again for
 * each request (10,000 logs: 12 instead of 148 requests a second).
 */
export function threadCacheSizes(main: CacheSizes): CacheSizes {
  const quarters = Object.entries(main).map(([name, size]) => [name, Math.floor(size / 4)]);
  return { ...(Object.fromEntries(quarters) as CacheSizes), logTexts: main.logTexts };
}

/** Bytes of `cache-size` unless it is set. */
export const defaultCacheBytes = 96 * 2 ** 20;

/** What each cache takes of `total` bytes. */
export function cacheSizes(total = defaultCacheBytes): CacheSizes {
  const sizes = Object.entries(shares).map(([name, share]) => [name, Math.floor((total * share) / 100)]);
  return Object.fromEntries(sizes) as CacheSizes;
}
