import { andThen, type MaybePromise, runSteps } from '../../../primitives/maybe-promise.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import { ExecutionScheduler } from '../../execution/execution-scheduler.ts';
import type { TimeSliceQueue } from '../../execution/time-slice-queue.ts';
import type { Call, JsonText, LongText } from '../../types.ts';
import { findLogs } from './find-logs.ts';
import type { LogRequest } from './log-request.ts';
import type { LogTexts } from './log-texts.ts';

/** Searches for logs. Long ones run in time slices, and end when their client disconnects. */
export class LogSearches {
  readonly #dependencies: Pick<EthDependencies, 'chain' | 'limits'>;
  readonly #texts: LogTexts;
  /** separate from calls, so that neither use up the concurrency of the other; `filterTimeout` limits the time */
  readonly #scheduler: ExecutionScheduler;

  constructor(dependencies: Pick<EthDependencies, 'chain' | 'limits'>, texts: LogTexts, timeSlices: TimeSliceQueue) {
    this.#dependencies = dependencies;
    this.#texts = texts;
    this.#scheduler = new ExecutionScheduler({
      timeSlices,
      timeout: 0,
      maxWaiting: dependencies.limits.maxWaitingCalls,
    });
  }

  /** The matching logs, as JSON text. Throws or rejects with an RpcError or a TooManyLogsError at a limit. */
  list(request: LogRequest, caller: Pick<Call, 'client' | 'signal'>): MaybePromise<JsonText | LongText> {
    const { chain, limits } = this.#dependencies;
    const found = this.#scheduler.run(caller, (budget) => runSteps(findLogs(chain, request, limits, budget)));
    return andThen(found, (logs) => this.#texts.list(logs));
  }
}
