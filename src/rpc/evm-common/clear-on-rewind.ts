import type { NodeControl } from '../node-control.ts';

/** Clears a cache of block data when a development network is rewound. */
export function clearOnRewind<T extends { clear(): void }>({ development }: NodeControl, cache: T): T {
  const clear = () => cache.clear();
  development?.onRewind({ kind: 'derived', name: 'cache of block data', rebuild: clear }, clear);
  return cache;
}
