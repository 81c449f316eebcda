import { JsonText } from '../../primitives/json-text.ts';
import { quantity } from '../../primitives/quantity.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { LogFilter, LogRange } from '../eth/logs/log-request.ts';
import type { ReadLogs } from '../eth/logs/read-logs.ts';
import { assertAscendingRange, wantedHeight } from '../eth/logs/search-range.ts';
import type { Caller } from '../execution/job.ts';
import type { JsonValue } from '../json-value.ts';
import { blockOfBoth, type ForkDependencies, isKept } from './origin-block.ts';

/** Reads the logs of a range: those of the origin up to the fork, followed by those of this chain; or of a block. */
export function logsOfBoth(parts: ForkDependencies, ofChain: ReadLogs): ReadLogs {
  return (request, caller) => {
    const { blockHash } = request;
    if (blockHash === undefined) return rangeOfBoth(parts, request, ofChain, caller);
    const passOn = () => parts.fork.request('eth_getLogs', [{ blockHash, ...patternOf(request) }], isKept);
    return blockOfBoth(parts, blockHash, () => ofChain(request, caller), passOn);
  };
}

async function rangeOfBoth(
  { chain, fork }: ForkDependencies,
  request: LogRange,
  ofChain: ReadLogs,
  caller: Caller,
): Promise<JsonValue> {
  const first = chain.identity.genesisHeight;
  const head = chain.head().number;
  const from = wantedHeight(request.from, head);
  const to = wantedHeight(request.to, Math.max(head, from));
  assertAscendingRange(from, to);
  if (from >= first) return ofChain(request, caller);
  const below = { fromBlock: quantity(from), toBlock: quantity(Math.min(to, first - 1)), ...patternOf(request) };
  const older = await fork.request('eth_getLogs', [below], isKept);
  if (to < first) return older;
  const newer = await ofChain({ ...request, from: { by: 'height', height: first } }, caller);
  return joined(writeJson(older), writeJson(newer));
}

/** As the origin is asked: without what matches anything. */
function patternOf({ addresses, topics }: LogFilter) {
  return {
    ...(addresses.length > 0 && { address: addresses }),
    ...(topics.length > 0 && { topics: topics.map((accepted) => (accepted.length === 0 ? null : accepted)) }),
  };
}

/** Two lists as JSON text → their concatenation. */
function joined(left: string, right: string): JsonText {
  if (left === '[]') return new JsonText(right);
  return new JsonText(right === '[]' ? left : `${left.slice(0, -1)},${right.slice(1)}`);
}
