import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../../mempool/types.ts';
import { define } from '../dispatch/define.ts';
import type { Methods } from '../types.ts';

/** The lane of each pending transaction. */
export function poolLaneMethods(mempool: MempoolReader, laneOf: (transaction: Transaction) => string): Methods {
  return {
    qord_getPoolLanes: define(
      'Hashes of the executable transactions of the pool, by lane.',
      [],
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
      () => {
        const lanes: Record<string, string[]> = {};
        for (const transaction of mempool.content().pending) {
          const lane = laneOf(transaction);
          const hashes = lanes[lane] ?? [];
          hashes.push(transaction.hash);
          lanes[lane] = hashes;
        }
        return lanes;
      },
    ),
  };
}
