import type { NodeControl } from '../types.ts';

/** On a development network blocks can go away again, and with them what was made of them. */
export function clearOnRewind<T extends { clear(): void }>({ development }: NodeControl, cache: T): T {
  development?.onRewind(() => cache.clear());
  return cache;
}
