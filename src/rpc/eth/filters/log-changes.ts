import { JsonText } from '../../../primitives/json-text.ts';
import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Caller } from '../../execution/job.ts';
import type { JsonValue } from '../../json-value.ts';
import type { LogFilter } from '../logs/log-request.ts';
import { logChangesExecution } from '../logs/log-search.ts';

export type LogChanges = { readonly logs: JsonValue; readonly nextHeight: number };

/**
 * Matching logs from one height to another. If there are more than the cap, those of the first blocks only: the next
 * poll returns the rest. The logs of one block are never split.
 */
export function readLogChanges(
  executor: Executor,
  { addresses, topics }: LogFilter,
  { from, to }: { readonly from: number; readonly to: number },
  caller: Caller,
): MaybePromise<LogChanges> {
  if (from > to) return { logs: [], nextHeight: from };
  const readUpTo = (last: number): MaybePromise<LogChanges> => {
    const request = {
      fromHeight: from,
      toHeight: last,
      addresses,
      topics,
      block: { by: 'height', height: last },
    } as const;
    const use = (logs: JsonValue) =>
      isTooMany(logs) ? readUpTo(from + Math.floor((last - from) / 2)) : { logs, nextHeight: last + 1 };
    const found = executor.run(logChangesExecution, request, caller);
    return found instanceof Promise ? found.then(use) : use(found);
  };
  return readUpTo(to);
}

/** A thread returns null as text. */
function isTooMany(logs: JsonValue): boolean {
  return logs === null || (logs instanceof JsonText && logs.text === 'null');
}
