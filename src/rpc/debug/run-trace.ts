import { createTrace } from '../../evm/tracing/create-trace.ts';
import type { TraceSubject, TraceValue } from '../../evm/tracing/trace.ts';
import { TraceMeter, TraceTooLargeError } from '../../evm/tracing/trace-meter.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import { ExecutionStoppedError, type RunOptions } from '../../kernel/engine.ts';
import { type AsyncSteps, awaitValue, type MaybePromise } from '../../primitives/maybe-promise.ts';
import { timeoutError } from '../evm-common/errors.ts';
import type { ExecutionBudget } from '../execution/execution-budget.ts';
import { RpcError } from '../types.ts';
import type { TraceConfig } from './trace-config.ts';

/** Longest trace, in milliseconds, that a client may ask for. */
const maxTimeout = 60_000;
const defaultTimeout = 5000;

/** What the traces of one answer may record, in bytes, and the time it runs, in which they must be done. */
export type TraceBudget = {
  readonly maxBytes: number;
  readonly meter: TraceMeter;
  readonly execution: ExecutionBudget;
  readonly deadline: number;
};

export function createTraceBudget(time: ExecutionBudget, maxBytes: number): TraceBudget {
  return { maxBytes, meter: new TraceMeter(maxBytes), execution: time, deadline: time.elapsed() + maxTimeout };
}

/** Runs something traced. Throws an RpcFault when the trace takes too long or becomes too large. */
export function* runTrace(
  { request, timeout = defaultTimeout }: TraceConfig,
  subject: Omit<TraceSubject, 'meter'>,
  run: (options: RunOptions) => MaybePromise<AppliedTransaction>,
  budget: TraceBudget,
): AsyncSteps<TraceValue> {
  const { execution: time } = budget;
  const milliseconds = Math.min(timeout, maxTimeout);
  const deadline = Math.min(budget.deadline, time.elapsed() + milliseconds);
  const shouldStop = () => time.isExhausted() || time.elapsed() > deadline;
  try {
    const trace = createTrace(request, { ...subject, meter: budget.meter });
    const options = { natives: subject.natives, tracer: trace.tracer, shouldStop };
    const applied = yield* awaitValue(run(options));
    return trace.result(applied);
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw tooLarge(budget.maxBytes);
    if (!(error instanceof ExecutionStoppedError) || time.isExhausted()) throw error;
    throw timeoutError(deadline === budget.deadline ? maxTimeout : milliseconds);
  }
}

function tooLarge(limit: number): RpcError {
  const remedy = 'set limit, leave memory and stack out, or use callTracer';
  return new RpcError(-32005, `the trace is larger than json-rpc.max-trace-bytes (${limit}): ${remedy}`);
}
