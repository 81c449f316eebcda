import type { ChainReader, LocatedLog } from '../../../chain/types.ts';
import type { AsyncSteps } from '../../../primitives/maybe-promise.ts';
import type { EthLimits } from '../../evm-common/dependencies.ts';
import { heightOf } from '../../evm-common/resolve-block.ts';
import { type ExecutionBudget, yieldTimeSlice } from '../../execution/execution-budget.ts';
import { type BlockRef, latest } from '../../params/block-ref.ts';
import { RpcError } from '../../types.ts';
import type { LogRequest } from './log-request.ts';

/**
 * The logs that match a request, in chain order, searched in time slices. Throws an RpcError, or a
 * TooManyLogsError above the cap.
 */
export function* findLogs(
  chain: ChainReader,
  request: LogRequest,
  limits: Pick<EthLimits, 'filterCap' | 'filterTimeout'>,
  budget: ExecutionBudget,
): AsyncSteps<readonly LocatedLog[]> {
  const { addresses, topics } = request;
  const search = chain.searchLogs({ ...rangeOf(chain, request), addresses, topics, limit: limits.filterCap });
  for (let step = search.next(); ; step = search.next()) {
    if (step.done === true) return step.value;
    if (limits.filterTimeout > 0 && budget.elapsed() > limits.filterTimeout) throw tookTooLong(limits.filterTimeout);
    yield* yieldTimeSlice(budget);
  }
}

function tookTooLong(milliseconds: number): RpcError {
  const limit = `${milliseconds / 1000}s (json-rpc.filter-timeout)`;
  return new RpcError(
    -32005,
    `query took longer than ${limit}; ask for fewer blocks, or name fewer addresses and topics`,
  );
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
