import type { ListenerOwner } from '../../../primitives/listeners.ts';
import { define, ofChain, optional } from '../../dispatch/define.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import { logsSchema } from '../../evm-common/schemas.ts';
import type { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Methods } from '../../method.ts';
import { paramOf } from '../../params/param-type.ts';
import { booleanParam, quantitySchema } from '../../params/quantity.ts';
import { RpcError } from '../../rpc-error.ts';
import { logRequestParam } from '../logs/log-request.ts';
import type { ReadLogs } from '../logs/read-logs.ts';
import { assertAscendingRange } from '../logs/search-range.ts';
import { randomIdType } from '../random-id.ts';
import { FilterRegistry } from './filter-registry.ts';
import { PendingFeed } from './pending-feed.ts';
import { readChanges } from './read-changes.ts';

const pendingKept = 16_384;

const whole = optional(booleanParam('whole', 'Whether it returns transactions instead of their hashes.'), false);

const id = paramOf('filter', 'What the method that made the filter has returned.', randomIdType);

/** Filters, which clients poll over HTTP. They are removed five minutes after the last poll. */
export function filterMethods(
  dependencies: Pick<EthDependencies, 'chain' | 'node' | 'now'>,
  executor: Executor,
  quotas: WatchQuotas,
  readLogs: ReadLogs,
): Methods {
  const { chain, node, now } = dependencies;
  const registry = new FilterRegistry(now, quotas);
  const owner: ListenerOwner = { kind: 'client', name: 'filters' };
  node.onBlock(owner, () => registry.removeIdle());
  node.development?.onRewind(owner, (event) => registry.rewind(event));
  const pending = new PendingFeed(pendingKept);
  node.onPendingTransaction(owner, ({ hash }) => pending.add(hash));
  const nextHeight = () => chain.head().number + 1;
  const readers = { chain, node, executor, pending };
  return {
    eth_newFilter: define('Creates a filter for logs.', [logRequestParam], quantitySchema, ([request], { client }) => {
      const { from, to } = request.blockHash === undefined ? request : {};
      if (from?.by === 'height' && to?.by === 'height') assertAscendingRange(from.height, to.height);
      return registry.add(client, { kind: 'logs', request, nextHeight: nextHeight(), owed: [] });
    }),
    eth_newBlockFilter: define('Creates a filter for new blocks.', [], quantitySchema, (_, { client }) =>
      registry.add(client, { kind: 'blocks', nextHeight: nextHeight() }),
    ),
    eth_newPendingTransactionFilter: define(
      'Creates a filter for pending transactions.',
      [whole],
      quantitySchema,
      ([isWhole], { client }) => registry.add(client, { kind: 'pending', isWhole, nextNumber: pending.end }),
    ),
    eth_getFilterChanges: ofChain(
      define('What is new since the last poll: hashes, or logs.', [id], { type: 'array' }, ([wanted], call) =>
        readChanges(registry.get(wanted), readers, call),
      ),
    ),
    eth_getFilterLogs: ofChain(
      define('All logs that a filter for logs matches.', [id], logsSchema, ([wanted], call) => {
        const filter = registry.get(wanted);
        if (filter.kind !== 'logs') throw new RpcError(-32000, 'filter not found');
        return readLogs(filter.request, call);
      }),
    ),
    eth_uninstallFilter: define(
      'Removes a filter; returns whether it existed.',
      [id],
      { type: 'boolean' },
      ([wanted]) => registry.remove(wanted),
    ),
  };
}
