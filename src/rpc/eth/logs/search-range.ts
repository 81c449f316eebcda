import type { ChainReader } from '../../../chain/types.ts';
import type { BlockRef } from '../../params/block-ref.ts';
import { RpcError } from '../../rpc-error.ts';
import type { LogRequest } from './log-request.ts';
import type { LogSearchRequest } from './log-search.ts';

/**
 * The blocks that a request is about; a range that reaches beyond the head ends there, and one that begins beyond it
 * has none. Throws an RpcError.
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
  const head = chain.head().number;
  const fromHeight = wantedHeight(request.from, head);
  const toHeight = wantedHeight(request.to, Math.max(head, fromHeight));
  assertAscendingRange(fromHeight, toHeight);
  return { fromHeight: Math.min(fromHeight, head + 1), toHeight: Math.min(toHeight, head) };
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
