import type { RemovedBlock, RewindEvent } from '../../../chain/types.ts';
import type { WatchQuotas } from '../../evm-common/watch-quotas.ts';
import { RpcError } from '../../rpc-error.ts';
import type { Client } from '../../session.ts';
import { type LogRequest, termCount } from '../logs/log-request.ts';
import { createRandomId } from '../random-id.ts';

/** What a client polls. A filter stores a position, and what has become wrong of its results. */
export type Filter = { readonly kind: 'blocks'; nextHeight: number } | LogsFilter | PendingFilter;

export type PendingFilter = { readonly kind: 'pending'; readonly isWhole: boolean; nextNumber: number };

export type LogsFilter = {
  readonly kind: 'logs';
  readonly request: LogRequest;
  nextHeight: number;
  /** what was removed of the blocks before `nextHeight`, and not told yet */
  owed: readonly OwedLogs[];
  /** number of removals of blocks that it was past */
  rewinds: number;
};

/** Removed blocks; those below a height were before `nextHeight`. */
export type OwedLogs = { readonly removed: readonly RemovedBlock[]; readonly below: number };

/** Milliseconds without a poll after which a filter is removed. */
const idleMs = 5 * 60_000;

/** Removals of blocks whose logs a filter still owes at most. */
const keptRewinds = 20;

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
  rewind({ height, removed }: RewindEvent): void {
    for (const { filter } of this.#filters.values()) {
      if (filter.kind === 'pending' || filter.nextHeight <= height + 1) continue;
      if (filter.kind === 'logs') {
        if (removed.length > 0)
          filter.owed = [...filter.owed, { removed, below: filter.nextHeight }].slice(-keptRewinds);
        filter.rewinds++;
      }
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
