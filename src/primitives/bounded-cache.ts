import { LRUCache } from 'lru-cache';

/** A cache that evicts what was not used for the longest time. */
export type BoundedCache<K extends string | number, V extends object | symbol | true> = LRUCache<K, V>;

/**
 * A cache of at most `bytes`, as `bytesOf` counts a value with its key. A value that has more by itself is not kept, and
 * removes an earlier one with its key.
 */
export function cacheOfBytes<K extends string | number, V extends object | symbol | true>(
  bytes: number,
  bytesOf: (value: V, key: K) => number,
): BoundedCache<K, V> {
  return new LRUCache({
    maxSize: Math.max(1, Math.floor(bytes)),
    sizeCalculation: (value, key) => Math.max(1, Math.ceil(bytesOf(value, key))),
  });
}

/** A cache of at most `count` values. */
export function cacheOfCount<K extends string | number, V extends object | symbol | true>(
  count: number,
): BoundedCache<K, V> {
  return new LRUCache({ max: count });
}
