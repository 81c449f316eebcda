import { andThen, type MaybePromise, runSteps } from '../../../primitives/maybe-promise.ts';
import type { EthDependencies } from '../../evm-common/dependencies.ts';
import { ExecutionScheduler } from '../../execution/execution-scheduler.ts';
import type { TimeSliceQueue } from '../../execution/time-slice-queue.ts';
import type { Call, JsonText, LongText } from '../../types.ts';
import { findLogs } from './find-logs.ts';
import type { LogRequest } from './log-request.ts';
import type { LogTexts } from './log-texts.ts';

/** Searches for logs. Those that take long run in turns with everything else, and only while somebody waits for them. */
export class LogSearches {
  readonly #parts: Pick<EthDependencies, 'chain' | 'limits'>;
  readonly #texts: LogTexts;
  /** apart from calls, so that neither take the places of the others; their time is limited here */
  readonly #long: ExecutionScheduler;

  constructor(parts: Pick<EthDependencies, 'chain' | 'limits'>, texts: LogTexts, turns: TimeSliceQueue) {
    this.#parts = parts;
    this.#texts = texts;
    this.#long = new ExecutionScheduler({ timeSlices: turns, timeout: 0, maxWaiting: parts.limits.maxWaitingCalls });
  }

  /** The logs asked for, as JSON text. Throws or rejects with an RpcFault or a TooManyLogsError at a limit. */
  list(request: LogRequest, caller: Pick<Call, 'client' | 'signal'>): MaybePromise<JsonText | LongText> {
    const { chain, limits } = this.#parts;
    const found = this.#long.run(caller, (time) => runSteps(findLogs(chain, request, limits, time)));
    return andThen(found, (logs) => this.#texts.list(logs));
  }
}
