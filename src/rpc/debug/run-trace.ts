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

/** Longest trace, in milliseconds, that a client may request. */
const maxTimeout = 60_000;
const defaultTimeout = 5000;

/** How many bytes the traces of one response may record, and by when they must be done. */
export type TraceBudget = {
  readonly maxBytes: number;
  readonly meter: TraceMeter;
  readonly execution: ExecutionBudget;
  readonly deadline: number;
};

export function createTraceBudget(execution: ExecutionBudget, maxBytes: number): TraceBudget {
  return { maxBytes, meter: new TraceMeter(maxBytes), execution, deadline: execution.elapsed() + maxTimeout };
}

/** Runs an execution with a tracer. Throws an RpcError when the trace takes too long or becomes too large. */
export function* runTrace(
  { request, timeout = defaultTimeout }: TraceConfig,
  subject: Omit<TraceSubject, 'meter'>,
  run: (options: RunOptions) => MaybePromise<AppliedTransaction>,
  traceBudget: TraceBudget,
): AsyncSteps<TraceValue> {
  const { execution } = traceBudget;
  const milliseconds = Math.min(timeout, maxTimeout);
  const deadline = Math.min(traceBudget.deadline, execution.elapsed() + milliseconds);
  const shouldStop = () => execution.isExhausted() || execution.elapsed() > deadline;
  try {
    const trace = createTrace(request, { ...subject, meter: traceBudget.meter });
    const options = { natives: subject.natives, tracer: trace.tracer, shouldStop };
    const applied = yield* awaitValue(run(options));
    return trace.result(applied);
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw tooLarge(traceBudget.maxBytes);
    if (!(error instanceof ExecutionStoppedError) || execution.isExhausted()) throw error;
    throw timeoutError(deadline === traceBudget.deadline ? maxTimeout : milliseconds);
  }
}

function tooLarge(limit: number): RpcError {
  const remedy = 'set limit, leave memory and stack out, or use callTracer';
  return new RpcError(-32005, `the trace is larger than json-rpc.max-trace-bytes (${limit}): ${remedy}`);
}
