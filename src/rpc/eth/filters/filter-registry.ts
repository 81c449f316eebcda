import type { RemovedBlock, RewindEvent } from '../../../chain/types.ts';
import type { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Client, UnreadResponse } from '../../session.ts';
import { type LogRequest, termCount } from '../logs/log-request.ts';
import { createRandomId } from '../random-id.ts';

/** What a client polls. A filter stores a position, and what has become wrong of its results. */
export type Filter = (Telling & { readonly kind: 'blocks'; nextHeight: number }) | LogsFilter | PendingFilter;

/** `telling`: the response with results of polls, and their number, until it is sent or cannot be */
export type Telling = { telling?: { readonly response: UnreadResponse | undefined; results: number } | undefined };

export type PendingFilter = Telling & { readonly kind: 'pending'; readonly isWhole: boolean; nextNumber: number };

export type LogsFilter = Telling & {
  readonly kind: 'logs';
  readonly request: LogRequest;
  nextHeight: number;
  /** What was removed of the blocks before `nextHeight`, and not told yet. undefined: too much, so that it has ended. */
  owed: readonly OwedLogs[] | undefined;
  /** Set while a poll searches: its newest block, and whether that was removed, or the filter has gone back. */
  reading?: { readonly to: number; isOvertaken: boolean } | undefined;
};

/** Removed blocks; those below a height were before `nextHeight`. */
export type OwedLogs = {
  readonly removed: readonly RemovedBlock[];
  readonly below: number;
  /** Memory that they take, about. */
  readonly bytes: number;
};

/** Milliseconds without a poll after which a filter is removed. */
const idleMs = 5 * 60_000;

/** Bytes, about, of removed logs that a filter owes at most, but those of one removal in any case: 4 MB of blocks. */
export const maxOwedBytes = 64 * 1024 * 1024;

type Entry = { readonly filter: Filter; readonly used: number; readonly releaseQuota: () => void };

/** The filters of all clients, by id. */
export class FilterRegistry {
  readonly #now: () => number;
  /** least recently used first */
  readonly #filters = new Map<string, Entry>();

  readonly #quotas: WatchQuotas;

  /** `now`: milliseconds on a clock that never goes back */
  constructor(now: () => number, quotas: WatchQuotas) {
    this.#now = now;
    this.#quotas = quotas;
  }

  /** Returns the new filter's id. Throws an RpcError when the client, or all together, have too many. */
  add(client: Client, filter: Filter): string {
    this.removeIdle();
    const terms = filter.kind === 'logs' ? termCount(filter.request) : 0;
    const releaseQuota = this.#quotas.takeFilter(client, terms);
    const id = createRandomId();
    this.#filters.set(id, { filter, used: this.#now(), releaseQuota });
    return id;
  }

  /** Throws an RpcError when there is none (any more). */
  get(id: string): Filter {
    this.removeIdle();
    const entry = this.#filters.get(id);
    if (entry === undefined) throw new RpcError(-32000, 'filter not found');
    this.#filters.delete(id);
    this.#filters.set(id, { ...entry, used: this.#now() });
    return entry.filter;
  }

  /** Whether there was such a filter. */
  remove(id: string): boolean {
    this.removeIdle();
    return this.#remove(id);
  }

  /** Blocks were removed: filters continue after those that are left. */
  rewind({ height, removed, forgotten }: RewindEvent): void {
    const bytes = bytesOf(removed);
    for (const { filter } of this.#filters.values()) {
      if (filter.kind === 'pending') continue;
      if (filter.kind === 'logs' && filter.reading !== undefined && height < filter.reading.to)
        filter.reading.isOvertaken = true;
      if (filter.nextHeight <= height + 1) continue;
      if (filter.kind === 'logs' && filter.nextHeight > forgotten) filter.owed = undefined;
      if (filter.kind === 'logs' && removed.length > 0)
        filter.owed = withMore(filter.owed, { removed, below: filter.nextHeight, bytes });
      filter.nextHeight = height + 1;
    }
  }

  removeIdle(): void {
    const oldest = this.#now() - idleMs;
    for (const [id, { used }] of this.#filters) {
      if (used >= oldest) return;
      this.#remove(id);
    }
  }

  #remove(id: string): boolean {
    this.#filters.get(id)?.releaseQuota();
    return this.#filters.delete(id);
  }
}

/** Bytes in memory of a log without its data, and of a transaction that may have none. */
const logBytes = 500;
const transactionBytes = 200;

function bytesOf(removed: readonly RemovedBlock[]): number {
  let bytes = 0;
  for (const { receipts } of removed) {
    bytes += receipts.length * transactionBytes;
    for (const { logs } of receipts) for (const { data } of logs) bytes += logBytes + data.length;
  }
  return bytes;
}

/** undefined when all together are too much */
function withMore(owed: readonly OwedLogs[] | undefined, more: OwedLogs): readonly OwedLogs[] | undefined {
  if (owed === undefined || owed.length === 0) return owed && [more];
  const bytes = owed.reduce((sum, each) => sum + each.bytes, more.bytes);
  return bytes > maxOwedBytes ? undefined : [...owed, more];
}
