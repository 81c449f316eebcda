import { JsonText } from '../../../primitives/json-text.ts';
import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import { transactionText } from '../../evm-common/json/transaction-json.ts';
import { clientHasLeft } from '../../execution/errors.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Caller } from '../../execution/job.ts';
import { type JsonValue, LongText } from '../../json-value.ts';
import { RpcError } from '../../rpc-error.ts';
import type { LogRequest } from '../logs/log-request.ts';
import type { Filter, LogsFilter, PendingFilter, Telling } from './filter-registry.ts';
import { type LogChanges, readLogChanges } from './log-changes.ts';
import { firstOwed } from './owed-logs.ts';
import type { PendingFeed } from './pending-feed.ts';

/** Block or transaction hashes in one response at most, and characters of each in a list. */
const maxHashes = 10_000;
const hashLength = 69;
/** Characters of whole transactions, or of removed logs, in one response at most: they are made in one step. */
const maxMadeLength = 1024 * 1024;

/** go-ethereum's text for a filter that is gone, after which clients create another, and the reason. */
const tooMuchRemoved =
  'filter not found: it has ended, because blocks were removed with more logs than can be told; create another';

export type Readers = Pick<EthDependencies, 'chain' | 'node'> & {
  readonly executor: Executor;
  readonly pending: PendingFeed;
};

/**
 * Reads what is new, and advances the filter past it. What does not fit into `max-response-size` comes with the next
 * polls, and what is not sent is new again: until that is known, other polls have nothing to tell. Only the logs of one
 * block may be longer: they are not split.
 */
export function readChanges(filter: Filter, readers: Readers, caller: Caller): MaybePromise<JsonValue> {
  if (filter.telling !== undefined && filter.telling.response !== caller.unread) return [];
  if (filter.kind === 'pending') return readPending(filter, readers, caller);
  if (filter.kind === 'logs') return filter.reading === undefined ? readLogs(filter, readers.executor, caller) : [];
  const { chain, executor } = readers;
  const { nextHeight: from } = filter;
  const head = chain.head().number;
  if (from > head) return []; // blocks may be under way back
  const end = Math.min(head + 1, from + mostHashes(executor));
  filter.nextHeight = end;
  const hashes = Array.from({ length: end - from }, (_, index) => `"${chain.header(from + index)?.hash}"`);
  return told(filter, caller, `[${hashes.join(',')}]`, () => {
    filter.nextHeight = Math.min(filter.nextHeight, from);
  });
}

/** Hashes; or the transactions, as they were pending, as far as pool or chain still have them. */
function readPending(filter: PendingFilter, { chain, node, pending, executor }: Readers, caller: Caller): JsonValue {
  const from = Math.max(filter.nextNumber, pending.first);
  const hashes = pending.since(from);
  const maxLength = madeLength(executor);
  const texts: string[] = [];
  let [taken, length] = [0, 0];
  for (const hash of filter.isWhole ? hashes : hashes.slice(0, mostHashes(executor))) {
    const text = filter.isWhole ? wholeText(hash) : `"${hash}"`;
    length += text?.length ?? 0;
    if (length > maxLength && texts.length > 0) break;
    if (text !== undefined) texts.push(text);
    taken++;
  }
  filter.nextNumber = from + taken;
  return told(filter, caller, `[${texts.join(',')}]`, () => {
    filter.nextNumber = Math.min(filter.nextNumber, from);
  });

  function wholeText(hash: (typeof hashes)[number]): string | undefined {
    const location = chain.locate(hash);
    const transaction = location === undefined ? node.mempool.get(hash) : chain.transaction(location);
    return transaction && transactionText(transaction);
  }
}

/** The logs that were removed, followed by the new ones as far as they fit. */
function readLogs(filter: LogsFilter, executor: Executor, caller: Caller): MaybePromise<JsonValue> {
  const { nextHeight, owed, request } = filter;
  if (owed === undefined) throw new RpcError(-32000, tooMuchRemoved);
  const { node } = executor;
  const { texts: removed, rest } = firstOwed(request, owed, madeLength(executor));
  const tell = (text: LongText | string, end: number) => {
    filter.nextHeight = end;
    filter.owed = rest;
    return told(filter, caller, text, () => {
      if (filter.reading !== undefined) filter.reading.isOvertaken = true;
      const later = filter.owed?.map((each) => ({ ...each, below: Math.min(each.below, nextHeight) }));
      filter.owed = later && [...owed, ...later];
      filter.nextHeight = Math.min(filter.nextHeight, nextHeight);
    });
  };
  const onlyRemoved = () => tell(`[${removed.join(',')}]`, nextHeight);
  if (rest.length > 0) return onlyRemoved();
  const use = ({ logs, nextHeight: end }: LogChanges) => {
    const all = joined(removed, logs, node.limits.maxResponseBytes);
    return all === undefined ? onlyRemoved() : tell(all, end);
  };
  const head = node.chain.head().number;
  const changes = readLogChanges(executor, request, newRange(request, nextHeight, head), caller);
  if (!(changes instanceof Promise)) return use(changes);
  const reading = { to: head, isOvertaken: false };
  filter.reading = reading;
  const end = (result: () => MaybePromise<JsonValue>) => {
    filter.reading = undefined;
    if (caller.signal.aborted) throw clientHasLeft();
    return reading.isOvertaken ? readLogs(filter, executor, caller) : result();
  };
  return changes.then(
    (late) => end(() => use(late)),
    (error: unknown) => end(() => Promise.reject(error)),
  );
}

/** One list; undefined when it is longer than a response, or the second too long to be copied. */
function joined(removed: readonly string[], logs: JsonValue, maxLength: number): LongText | string | undefined {
  if (removed.length === 0 && logs instanceof LongText) return logs;
  const text = logs instanceof JsonText ? logs.text.slice(1, -1) : Array.isArray(logs) ? '' : undefined;
  if (text === undefined) return undefined;
  const all = `[${[...removed, ...(text === '' ? [] : [text])].join(',')}]`;
  return removed.length > 0 && text !== '' && all.length > maxLength ? undefined : all;
}

/** The part of the requested range that is new. A block requested by its hash existed from the start. */
function newRange(request: LogRequest, nextHeight: number, head: number): { from: number; to: number } {
  if (request.blockHash !== undefined) return { from: nextHeight, to: nextHeight - 1 };
  const first = request.from?.by === 'height' ? request.from.height : nextHeight;
  const last = request.to?.by === 'height' ? request.to.height : head;
  return { from: Math.max(first, nextHeight), to: Math.min(last, head) };
}

/** `takeBack` is called when it is not sent. */
function told(filter: Telling, { unread: response }: Caller, text: LongText | string, takeBack: () => void): JsonValue {
  if (text === '[]') return [];
  const telling = filter.telling ?? { response, results: 0 };
  filter.telling = telling;
  telling.results++;
  let isOnItsWay = true;
  let isTold = true;
  const end = (isSent: boolean) => {
    if (isOnItsWay && --telling.results === 0) filter.telling = undefined;
    isOnItsWay = false;
    if (!isSent && isTold) takeBack();
    isTold &&= isSent;
  };
  response?.onSent(end);
  const parts = typeof text === 'string' ? () => [text] : text.parts;
  return new LongText(parts, text.length, () => end(false));
}

function mostHashes(executor: Executor): number {
  return Math.max(1, Math.min(maxHashes, Math.floor(executor.node.limits.maxResponseBytes / hashLength)));
}

function madeLength(executor: Executor): number {
  return Math.min(maxMadeLength, executor.node.limits.maxResponseBytes);
}
