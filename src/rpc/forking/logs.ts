import { JsonText } from '../../primitives/json-text.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { quantity } from '../../primitives/quantity.ts';
import { isJsonObject } from '../dispatch/request.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { LogRange } from '../eth/logs/log-request.ts';
import { assertAscendingRange, wantedHeight } from '../eth/logs/search-range.ts';
import type { JsonValue } from '../json-value.ts';
import type { ForkDependencies, Given } from './pass-on.ts';

/** Logs of a range: those of the origin up to the fork, followed by those of this chain. */
export async function logsOfBoth(
  { chain, fork }: ForkDependencies,
  given: readonly Given[],
  request: LogRange,
  local: (values?: readonly unknown[]) => MaybePromise<JsonValue>,
): Promise<JsonValue> {
  const json = given[0]?.json ?? null;
  const first = chain.identity.genesisHeight;
  const head = chain.head().number;
  const from = wantedHeight(request.from, head);
  const to = wantedHeight(request.to, Math.max(head, from));
  assertAscendingRange(from, to);
  if (from >= first || !isJsonObject(json)) return local();
  const below = { ...json, fromBlock: quantity(from), toBlock: quantity(Math.min(to, first - 1)) };
  const older = await fork.request('eth_getLogs', [below], () => true);
  if (to < first) return older;
  const newer = await local([{ ...request, from: { by: 'height', height: first } }]);
  return joined(writeJson(older), writeJson(newer));
}

/** Two lists as JSON text → their concatenation. */
function joined(left: string, right: string): JsonText {
  if (left === '[]') return new JsonText(right);
  return new JsonText(right === '[]' ? left : `${left.slice(0, -1)},${right.slice(1)}`);
}
