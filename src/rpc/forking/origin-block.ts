import type { ChainReader } from '../../chain/types.ts';
import type { MempoolReader } from '../../mempool/types.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { parseQuantity } from '../../primitives/quantity.ts';
import { isJsonObject } from '../dispatch/request.ts';
import type { ForkControl } from '../fork-control.ts';
import type { JsonValue } from '../json-value.ts';

export type ForkDependencies = {
  readonly chain: ChainReader;
  readonly mempool: Pick<MempoolReader, 'get'>;
  readonly fork: ForkControl;
};

/** Blocks below the fork do not change; null may mean that the origin does not have them yet. */
export const isKept = (result: JsonValue): boolean => result !== null;

/** Answers from this chain. */
export type Local = () => MaybePromise<JsonValue>;
/** Asks the origin. */
export type PassOn = () => Promise<JsonValue>;

/** The answer of whoever has the block: this chain, or the origin below the fork. */
export function blockOfBoth({ chain, fork }: ForkDependencies, hash: Hash, local: Local, passOn: PassOn) {
  if (chain.heightOf(hash) !== undefined) return local();
  return heightOf(fork, 'eth_getBlockByHash', [hash, false], 'number').then((height) =>
    height === undefined ? local() : passOn(),
  );
}

/** Height of a block or transaction of the origin below the fork; undefined for any other. */
export async function heightOf(
  fork: ForkControl,
  method: string,
  params: readonly JsonValue[],
  member: string,
): Promise<number | undefined> {
  const heightIn = (result: JsonValue): number | undefined => {
    const text = isJsonObject(result) ? result[member] : undefined;
    const height = typeof text === 'string' ? Number(parseQuantity(text) ?? -1n) : -1;
    return height >= 0 && height <= fork.point.blockNumber ? height : undefined;
  };
  try {
    return heightIn(await fork.request(method, params, (result) => heightIn(result) !== undefined));
  } catch (error) {
    if (fork.isOffline) return undefined; // it is not among what is stored: as if nobody had it
    throw error;
  }
}
