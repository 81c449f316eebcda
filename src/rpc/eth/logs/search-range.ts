import type { ChainReader } from '../../../chain/types.ts';
import type { BlockRef } from '../../params/block-ref.ts';
import { RpcError } from '../../rpc-error.ts';
import type { LogRequest } from './log-request.ts';
import type { LogSearchRequest } from './log-search.ts';

/**
 * The blocks that a request is about: of a range those that the chain has, which may be none. Throws an RpcError.
 */
export function searchOf(chain: ChainReader, request: LogRequest): LogSearchRequest {
  const { addresses, topics } = request;
  const range = rangeOf(chain, request);
  return { ...range, addresses, topics, block: { by: 'height', height: range.toHeight } };
}

function rangeOf(chain: ChainReader, request: LogRequest): { fromHeight: number; toHeight: number } {
  if (request.blockHash !== undefined) {
    const height = chain.heightOf(request.blockHash);
    if (height === undefined) throw new RpcError(-32000, 'unknown block');
    return { fromHeight: height, toHeight: height };
  }
  const [first, head] = [chain.identity.genesisHeight, chain.head().number];
  const from = wantedHeight(request.from, head);
  const to = wantedHeight(request.to, Math.max(head, from));
  assertAscendingRange(from, to);
  if (to < first) return { fromHeight: first + 1, toHeight: first };
  return { fromHeight: Math.min(Math.max(from, first), head + 1), toHeight: Math.min(to, head) };
}

/** Throws an RpcError for a range that ends before it begins. */
export function assertAscendingRange(fromHeight: number, toHeight: number): void {
  if (fromHeight > toHeight) throw new RpcError(-32602, 'invalid block range params');
}

/**
 * The height that a number or `earliest` names, also one beyond the head; the other tags and nothing name the newest.
 */
export function wantedHeight(ref: BlockRef | undefined, newest: number): number {
  if (ref?.by === 'height') return ref.height;
  return ref?.by === 'tag' && ref.tag === 'earliest' ? 0 : newest;
}
