import type { Chain } from '../../chain/chain.ts';
import type { Mempool } from '../../mempool/mempool.ts';
import type { Clock } from './clock.ts';

type Dependencies = { readonly chain: Chain; readonly mempool: Mempool; readonly clock: Clock };

/**
 * Resolves when a transaction can be included in the next block, at once when there is one, else after that many
 * milliseconds or when the signal aborts.
 */
export function firstTransaction(
  { chain, mempool, clock }: Dependencies,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const isOver = milliseconds <= 0 || signal?.aborted === true;
  if (isOver || mempool.hasCandidates(chain.next.baseFee())) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => {
      stopListening();
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stopListening = mempool.onPending({ kind: 'critical', name: 'wait for a transaction' }, end);
    const cancel = clock.after(milliseconds, end);
    signal?.addEventListener('abort', end);
  });
}
