import type { NodeControl } from '../types.ts';

/** Clears a cache of block data when a development network is rewound. */
export function clearOnRewind<T extends { clear(): void }>({ development }: NodeControl, cache: T): T {
  development?.onRewind(() => cache.clear());
  return cache;
}
