import type { ModuleQuery } from '../kernel/module-sdk/query.ts';
import type { MempoolReader } from '../mempool/types.ts';
import { isObject } from '../primitives/objects.ts';

/** Adds a value that only this node has to a query: how many transactions its pool has rejected as too risky. */
export function withLocalFigures(query: ModuleQuery, mempool: MempoolReader): ModuleQuery {
  if (query.name !== 'qor_getAIStats') return query;
  return {
    ...query,
    read: (context, args) => {
      const stats = query.read(context, args);
      return isObject(stats) ? { ...stats, txs_rejected: mempool.riskRejections() } : stats;
    },
  };
}
