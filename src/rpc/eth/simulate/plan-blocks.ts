import type { SealedHeader } from '../../../chain/types.ts';
import { RpcError } from '../../rpc-error.ts';
import { type BlockRequest, maxSimulatedBlocks, tooManyBlocks } from './simulation-request.ts';

/** A block of a simulation with its number and time. */
export type ResolvedBlock = BlockRequest & { readonly number: bigint; readonly timestamp: bigint };

/** Seconds from a block to the next, by default. */
const defaultStepSeconds = 1n;
/** Headers hold times as JavaScript numbers, which must stay exact. */
const latestTimestamp = BigInt(Number.MAX_SAFE_INTEGER);

/** Gives each block number and time, and fills gaps in the numbers with empty blocks. Throws an RpcError. */
export function planBlocks(requests: readonly BlockRequest[], base: SealedHeader): readonly ResolvedBlock[] {
  const planned: ResolvedBlock[] = [];
  let last = { number: BigInt(base.number), timestamp: BigInt(base.timestamp) };
  const add = (request: BlockRequest, number: bigint, timestamp: bigint) => {
    planned.push({ ...request, number, timestamp });
    last = { number, timestamp };
  };
  for (const request of requests) {
    const number = request.blockOverrides.number ?? last.number + 1n;
    if (number <= last.number)
      throw new RpcError(-38020, `block numbers must be in order: ${number} <= ${last.number}`);
    if (number - BigInt(base.number) > maxSimulatedBlocks) throw tooManyBlocks();
    while (last.number + 1n < number) add(emptyBlock, last.number + 1n, last.timestamp + defaultStepSeconds);
    const timestamp = request.blockOverrides.time ?? last.timestamp + defaultStepSeconds;
    if (timestamp <= last.timestamp) {
      throw new RpcError(-38021, `block timestamps must be in order: ${timestamp} <= ${last.timestamp}`);
    }
    if (timestamp > latestTimestamp) throw new RpcError(-32602, `block timestamp ${timestamp} > ${latestTimestamp}`);
    add(request, number, timestamp);
  }
  return planned;
}

const emptyBlock: BlockRequest = { blockOverrides: {}, stateOverrides: new Map(), calls: [] };
