import type { MaybePromise } from '../../../primitives/maybe-promise.ts';
import type { Executor } from '../../execution/executor.ts';
import type { Caller } from '../../execution/job.ts';
import type { JsonValue } from '../../json-value.ts';
import type { LogRequest } from './log-request.ts';
import { logSearchExecution } from './log-search.ts';
import { searchOf } from './search-range.ts';

/** Reads the logs that a request is about. Throws an RpcError, or rejects with it. */
export type ReadLogs = (request: LogRequest, caller: Caller) => MaybePromise<JsonValue>;

/** Reads those of this chain. */
export function logsOfChain(executor: Executor): ReadLogs {
  return (request, caller) => executor.run(logSearchExecution, searchOf(executor.node.chain, request), caller);
}
