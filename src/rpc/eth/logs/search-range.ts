import type { ChainReader } from '../../../chain/types.ts';
import { heightOf } from '../../evm-common/resolve-block.ts';
import { type BlockRef, latest } from '../../params/block-ref.ts';
import { RpcError } from '../../types.ts';
import type { LogRequest } from './log-request.ts';
import type { LogSearchRequest } from './log-search.ts';

/** The blocks that a request is about. Throws an RpcError. */
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
  const fromHeight = requireInRange(chain, request.from ?? latest);
  const toHeight = requireInRange(chain, request.to ?? latest);
  assertAscendingRange(fromHeight, toHeight);
  return { fromHeight, toHeight };
}

/** Throws an RpcError for a range that ends before it begins. */
export function assertAscendingRange(fromHeight: number, toHeight: number): void {
  if (fromHeight > toHeight) throw new RpcError(-32602, 'invalid block range params');
}

function requireInRange(chain: ChainReader, ref: BlockRef): number {
  const height = heightOf(chain, ref);
  if (height === undefined) throw new RpcError(-32602, 'block range extends beyond current head block');
  return height;
}
