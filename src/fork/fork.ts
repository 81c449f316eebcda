import type { ForkPoint } from '../chain/genesis/parse-genesis.ts';
import type { ForkControl } from '../rpc/fork-control.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { OriginError } from '../state/origin-state.ts';
import type { Store } from '../store/types.ts';
import { KeptResponses } from './kept-responses.ts';
import type { ForkOptions } from './options.ts';
import { Origin } from './origin.ts';
import { readOriginBlock } from './origin-reads.ts';
import { StateSource } from './state-source.ts';

/**
 * A development network that begins with the state of another network, the origin.
 *
 *     execution, reads of clients                    methods about blocks below the fork
 *          │ ForkedView (src/state)                           │ rpc/forking
 *          │   what this chain has set                        ▼
 *          ▼   else                                       Fork.request ──┐
 *     OriginState: what is stored of the origin                          │
 *          │ StateUnavailableError                                       ▼
 *          ▼                                                    Origin: retries, limits ──HTTP──▶ eth_…
 *     whoever can wait: StateSource.fetch ─────────────────────────▲
 *     stores the read; then the work is repeated
 *
 * - The fork begins with the block after the origin's: it holds the native modules and the development accounts. Blocks
 *   of the origin up to there are the parents of it; later ones are not part of this network.
 * - State is read synchronously from the database. What is not stored ends the work (a request, a block, an execution
 *   in a thread) with a StateUnavailableError before it has changed anything; it is fetched without blocking the main
 *   thread, stored, and the work is repeated. So every result is a function of the database, with the origin or without
 *   it.
 * - What was read once is never requested again: a later start needs no origin for it.
 */
export class Fork implements ForkControl {
  readonly point: ForkPoint;
  readonly source: StateSource;
  readonly retryBackoffMs: number;
  readonly #origin: Origin;
  readonly #kept: KeptResponses;

  /** `nodeId`: of this node; `url`: of the origin, where it is not that of the options */
  constructor(point: ForkPoint, options: ForkOptions, store: Store, nodeId: string, url: string = options.url) {
    this.point = point;
    this.retryBackoffMs = options['retry-backoff'];
    this.#origin = new Origin(url, options, nodeId);
    this.#kept = new KeptResponses(store, options['cache-size']);
    this.source = new StateSource({ origin: this.#origin, store, point, maxReads: options['max-state-reads'] });
  }

  get originName(): string {
    return this.#origin.name;
  }

  get url(): string {
    return this.#origin.url;
  }

  setUrl(url: string): Promise<void> {
    return this.#origin.setUrl(url);
  }

  async nodes(passed: readonly string[]): Promise<readonly string[]> {
    return (await this.#origin.nodes(passed)) ?? [];
  }

  get isOffline(): boolean {
    return this.#origin.name === '';
  }

  async request(
    method: string,
    params: readonly JsonValue[],
    isFinal: (result: JsonValue) => boolean,
  ): Promise<JsonValue> {
    const kept = this.#kept.get(method, params);
    if (kept !== undefined) return kept;
    const result = await this.#origin.request(method, params);
    if (isFinal(result)) await this.#kept.put(method, params, result);
    return result;
  }

  async fault(): Promise<string | undefined> {
    const { blockNumber, blockHash } = this.point;
    try {
      const { hash } = await readOriginBlock(this.#origin, blockNumber);
      return hash === blockHash ? undefined : `its block ${blockNumber} is ${hash}, not ${blockHash}`;
    } catch (error) {
      return error instanceof OriginError ? undefined : String(error);
    }
  }

  async close(): Promise<void> {
    this.#origin.close();
  }
}
