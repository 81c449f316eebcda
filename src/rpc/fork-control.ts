import type { ForkPoint } from '../chain/genesis/parse-genesis.ts';
import type { JsonValue } from './json-value.ts';

/** What a fork has of the network it was made from, the origin. */
export interface ForkControl {
  readonly point: ForkPoint;
  /** scheme and host of the origin; '' while none is set */
  readonly originName: string;
  /** address of the origin, with what may be a key: nobody is shown it; '' while none is set */
  readonly url: string;
  /** milliseconds before a failed request is repeated */
  readonly retryBackoffMs: number;
  /**
   * Sends all further requests to another address of the same network. Rejects with an OriginError when it leads to
   * this node.
   */
  setUrl(url: string): Promise<void>;
  /**
   * Ids of the development nodes that a request to the origin reaches, in order; ends at one that was passed before.
   */
  nodes(passed: readonly string[]): Promise<readonly string[]>;
  /** Why the origin is not the network that the fork was made from; undefined when it is, or cannot be reached. */
  fault(): Promise<string | undefined>;
  /** Whether no origin is set: then only what is stored can be read. */
  readonly isOffline: boolean;
  /**
   * Sends a request to the origin, unless its result is stored. A result for which `isFinal` is true never changes and
   * is stored. Rejects with an RpcError or an OriginError.
   */
  request(method: string, params: readonly JsonValue[], isFinal: (result: JsonValue) => boolean): Promise<JsonValue>;
}

/** What to fork: undefined members are the origin of this fork, and its newest block. */
export type ForkWish = { readonly url: string | undefined; readonly blockNumber: number | undefined };
