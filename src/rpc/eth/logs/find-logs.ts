import type { ChainReader, LocatedLog } from '../../../chain/contract.ts';
import { RpcFault } from '../../contract.ts';
import { type BlockRef, latest } from '../../params/block-ref.ts';
import { heightOf } from '../resolve-block.ts';
import type { LogRequest } from './log-request.ts';

/** The logs a client asks for, in chain order. Throws an RpcFault, or a TooManyLogsError above `limit`. */
export function findLogs(chain: ChainReader, request: LogRequest, limit: number): readonly LocatedLog[] {
  const { addresses, topics } = request;
  return chain.logs({ ...rangeOf(chain, request), addresses, topics, limit });
}

function rangeOf(chain: ChainReader, request: LogRequest): { fromHeight: number; toHeight: number } {
  if (request.blockHash !== undefined) {
    const height = chain.heightOf(request.blockHash);
    if (height === undefined) throw new RpcFault(-32000, 'unknown block');
    return { fromHeight: height, toHeight: height };
  }
  const fromHeight = requireInRange(chain, request.from ?? latest);
  const toHeight = requireInRange(chain, request.to ?? latest);
  assertForward(fromHeight, toHeight);
  return { fromHeight, toHeight };
}

/** Throws an RpcFault for a range that ends before it begins. */
export function assertForward(fromHeight: number, toHeight: number): void {
  if (fromHeight > toHeight) throw new RpcFault(-32602, 'invalid block range params');
}

function requireInRange(chain: ChainReader, ref: BlockRef): number {
  const height = heightOf(chain, ref);
  if (height === undefined) throw new RpcFault(-32602, 'block range extends beyond current head block');
  return height;
}
