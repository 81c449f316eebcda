import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { MempoolReader } from '../../mempool/types.ts';
import { define } from '../dispatch/define.ts';
import type { Methods } from '../types.ts';

/** Which lane each waiting transaction is in. */
export function poolLaneMethods(mempool: MempoolReader, laneOf: (transaction: Transaction) => string): Methods {
  return {
    qord_getPoolLanes: define(
      'Hashes of the waiting transactions that can run, by the lane they go through.',
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
