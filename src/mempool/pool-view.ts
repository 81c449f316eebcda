import type { Transaction } from '../kernel/transaction/transaction.ts';
import type { Address } from '../primitives/address.ts';
import type { PoolTables } from './pool-tables.ts';

/** Transactions that can run now, and those behind a gap in the nonces. */
type PoolContent = { readonly pending: readonly Transaction[]; readonly queued: readonly Transaction[] };

/** What one account has in the pool, by nonce. */
export function contentOf({ queues }: Pick<PoolTables, 'queues'>, sender: Address): PoolContent {
  const queue = queues.get(sender);
  const all = queue?.all().map(({ tx }) => tx) ?? [];
  return { pending: all.slice(0, queue?.pendingCount), queued: all.slice(queue?.pendingCount) };
}

/** What all accounts have in the pool, by sender in address order, then by nonce. */
export function contentOfAll(tables: Pick<PoolTables, 'queues'>): PoolContent {
  const parts = [...tables.queues.keys()].sort().map((sender) => contentOf(tables, sender));
  return { pending: parts.flatMap(({ pending }) => pending), queued: parts.flatMap(({ queued }) => queued) };
}
