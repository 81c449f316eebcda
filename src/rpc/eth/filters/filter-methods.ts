import { JsonText } from '../../../primitives/json-text.ts';
import type { ListenerOwner } from '../../../primitives/listeners.ts';
import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import { define, optional } from '../../dispatch/define.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import { transactionText } from '../../evm-common/json/transaction-json.ts';
import { logsSchema } from '../../evm-common/schemas.ts';
import type { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Caller } from '../../execution/job.ts';
import type { JsonValue } from '../../json-value.ts';
import type { Methods } from '../../method.ts';
import { paramOf } from '../../params/param-type.ts';
import { booleanParam, quantitySchema } from '../../params/quantity.ts';
import { RpcError } from '../../rpc-error.ts';
import { type LogRequest, logRequestParam } from '../logs/log-request.ts';
import type { ReadLogs } from '../logs/read-logs.ts';
import { assertAscendingRange } from '../logs/search-range.ts';
import { randomIdType } from '../random-id.ts';
import { type Filter, FilterRegistry, type LogsFilter, type PendingFilter } from './filter-registry.ts';
import { type LogChanges, readLogChanges } from './log-changes.ts';
import { owedTexts } from './owed-logs.ts';
import { PendingFeed } from './pending-feed.ts';

const pendingKept = 16_384;
/** Code of a response that is longer than `max-response-size`. */
const tooLong = -32003;
/** Block hashes in one response at most. */
const maxHashes = 10_000;
/** Characters of whole transactions in one response, beyond the first. */
const maxWholeLength = 1024 * 1024;

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
      return registry.add(client, { kind: 'logs', request, nextHeight: nextHeight(), owed: [], rewinds: 0 });
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
    eth_getFilterChanges: define(
      'What is new since the last poll: hashes, or logs.',
      [id],
      { type: 'array' },
      ([wanted], call) => readChanges(registry.get(wanted), readers, call),
    ),
    eth_getFilterLogs: define('All logs that a filter for logs matches.', [id], logsSchema, ([wanted], call) => {
      const filter = registry.get(wanted);
      if (filter.kind !== 'logs') throw new RpcError(-32000, 'filter not found');
      return readLogs(filter.request, call);
    }),
    eth_uninstallFilter: define(
      'Removes a filter; returns whether it existed.',
      [id],
      { type: 'boolean' },
      ([wanted]) => registry.remove(wanted),
    ),
  };
}

type Readers = Pick<EthDependencies, 'chain' | 'node'> & {
  readonly executor: Executor;
  readonly pending: PendingFeed;
};

/** Reads what is new, and advances the filter past it. */
function readChanges(filter: Filter, readers: Readers, caller: Caller): MaybePromise<JsonValue> {
  const { chain, executor } = readers;
  const head = chain.head().number;
  if (filter.kind === 'pending') return readPending(filter, readers);
  if (filter.kind === 'logs') return readLogs(filter, head, executor, caller);
  const from = filter.nextHeight;
  if (from > head) return []; // blocks may be under way back
  filter.nextHeight = Math.min(head + 1, from + maxHashes);
  return Array.from({ length: filter.nextHeight - from }, (_, index) => chain.header(from + index)?.hash ?? null);
}

/** Hashes; or the transactions, as they were pending, as far as pool or chain still have them, and they are short. */
function readPending(filter: PendingFilter, { chain, node, pending }: Readers): JsonValue {
  const from = Math.max(filter.nextNumber, pending.first);
  const hashes = pending.since(from);
  filter.nextNumber = pending.end;
  if (!filter.isWhole) return hashes;
  const texts: string[] = [];
  let length = 0;
  for (const [index, hash] of hashes.entries()) {
    const location = chain.locate(hash);
    const transaction = location === undefined ? node.mempool.get(hash) : chain.transaction(location);
    if (transaction === undefined) continue;
    const text = transactionText(transaction);
    length += text.length;
    if (length > maxWholeLength && texts.length > 0) {
      filter.nextNumber = from + index; // the rest comes with the next poll
      break;
    }
    texts.push(text);
  }
  return new JsonText(`[${texts.join(',')}]`);
}

/** The logs that were removed, followed by the new ones; these come with the next poll when they are very long. */
function readLogs(filter: LogsFilter, head: number, executor: Executor, caller: Caller): MaybePromise<JsonValue> {
  const { nextHeight, owed, request, rewinds } = filter;
  /** Blocks were removed meanwhile, perhaps before they were read: nothing of this poll has been told. */
  const isOvertaken = () => filter.rewinds !== rewinds;
  const again = () => {
    filter.nextHeight = Math.min(nextHeight, filter.nextHeight);
    filter.owed = [...owed, ...filter.owed.map((each) => ({ ...each, below: Math.min(each.below, nextHeight) }))];
    return readLogs(filter, executor.node.chain.head().number, executor, caller);
  };
  const use = (changes: LogChanges): MaybePromise<JsonValue> => {
    if (isOvertaken()) return again();
    const removed = [...owedTexts(request, owed)];
    const all = joined(removed, changes.logs);
    filter.nextHeight = all === undefined ? nextHeight : changes.nextHeight;
    return all ?? new JsonText(`[${removed.join(',')}]`);
  };
  const fail = (error: unknown): MaybePromise<JsonValue> => {
    if (isOvertaken()) return again();
    // a block whose logs are too long for a response is skipped: nothing after it could be polled
    filter.nextHeight = error instanceof RpcError && error.code === tooLong ? nextHeight + 1 : nextHeight;
    filter.owed = owed;
    throw error;
  };
  const changes = readLogChanges(executor, request, newRange(request, nextHeight, head), caller);
  filter.owed = [];
  if (!(changes instanceof Promise)) return use(changes);
  filter.nextHeight = Math.max(nextHeight, head + 1); // a poll that comes meanwhile does not read the same
  return changes.then(use, fail);
}

/** One list; undefined when the second is too long to be copied. */
function joined(removed: readonly string[], logs: JsonValue): JsonValue | undefined {
  if (removed.length === 0) return logs;
  const text = logs instanceof JsonText ? logs.text.slice(1, -1) : Array.isArray(logs) ? '' : undefined;
  return text === undefined ? undefined : new JsonText(`[${[...removed, ...(text === '' ? [] : [text])].join(',')}]`);
}

/** The part of the requested range that is new. A block requested by its hash existed from the start. */
function newRange(request: LogRequest, nextHeight: number, head: number): { from: number; to: number } {
  if (request.blockHash !== undefined) return { from: nextHeight, to: nextHeight - 1 };
  const first = request.from?.by === 'height' ? request.from.height : nextHeight;
  const last = request.to?.by === 'height' ? request.to.height : head;
  return { from: Math.max(first, nextHeight), to: Math.min(last, head) };
}
