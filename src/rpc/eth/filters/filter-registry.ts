import { RpcFault } from '../../contract.ts';
import type { LogRequest } from '../logs/log-request.ts';
import { createRandomId } from '../random-id.ts';

/** What a client polls. A filter remembers how far it was read, not what there is to read. */
export type Filter =
  | { readonly kind: 'blocks'; nextHeight: number }
  | { readonly kind: 'logs'; readonly request: LogRequest; nextHeight: number }
  | { readonly kind: 'pending'; nextNumber: number };

/** A filter that nobody has asked for so long, in milliseconds, is forgotten. */
const idleLimit = 5 * 60_000;
const maxFilters = 10_000;

/** The filters of all clients, by id. */
export class FilterRegistry {
  readonly #now: () => number;
  /** least recently used first */
  readonly #filters = new Map<string, { readonly filter: Filter; readonly used: number }>();

  /** `now`: milliseconds on a clock that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Answers the new filter's id. Throws an RpcFault when there are too many. */
  add(filter: Filter): string {
    this.#forgetIdle();
    if (this.#filters.size >= maxFilters) throw new RpcFault(-32000, `too many filters: at most ${maxFilters}`);
    const id = createRandomId();
    this.#filters.set(id, { filter, used: this.#now() });
    return id;
  }

  /** Throws an RpcFault when there is none (any more). */
  get(id: string): Filter {
    this.#forgetIdle();
    const entry = this.#filters.get(id);
    if (entry === undefined) throw new RpcFault(-32000, 'filter not found');
    this.#filters.delete(id);
    this.#filters.set(id, { filter: entry.filter, used: this.#now() });
    return entry.filter;
  }

  /** Whether there was such a filter. */
  remove(id: string): boolean {
    this.#forgetIdle();
    return this.#filters.delete(id);
  }

  #forgetIdle(): void {
    const oldest = this.#now() - idleLimit;
    for (const [id, { used }] of this.#filters) {
      if (used >= oldest) return;
      this.#filters.delete(id);
    }
  }
}
