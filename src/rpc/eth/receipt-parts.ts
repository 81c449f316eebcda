import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { WatchQuotas } from '../evm-common/watch-quotas.ts';
import type { Executor } from '../execution/executor.ts';
import { BlockReads } from '../execution/long-blocks.ts';
import { ReceiptReader } from './receipt-methods.ts';
import { ReceiptWaiters } from './receipt-waiters.ts';

/** What reads receipts and waits for them: all methods of an interface share it, with the limits of clients. */
export type ReceiptParts = {
  readonly quotas: WatchQuotas;
  readonly reads: BlockReads;
  readonly receipts: ReceiptReader;
  readonly waiters: ReceiptWaiters;
};

export function createReceiptParts({ chain, node, limits }: EthDependencies, executor: Executor): ReceiptParts {
  const quotas = new WatchQuotas(limits.watch);
  const reads = new BlockReads(chain, executor);
  const receipts = clearOnRewind(node, new ReceiptReader(chain, reads));
  return { quotas, reads, receipts, waiters: new ReceiptWaiters({ chain, node }, quotas, receipts) };
}
