import type { Trace, TraceSubject, TraceValue } from '../../evm/tracing/trace.ts';
import { TraceMeter, TraceTooLargeError } from '../../evm/tracing/trace-meter.ts';
import type { AppliedTransaction } from '../../evm/transaction/execution.ts';
import { ExecutionStoppedError, type RunOptions } from '../../kernel/engine.ts';
import { timeoutError } from '../evm-common/errors.ts';
import type { ExecutionControl } from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';

/** Milliseconds of all traces of one response. */
export const maxTraceMs = 60_000;
/** Milliseconds of one trace, unless the client requests another time. */
const defaultTimeoutMs = 5000;

/** The tracer of an execution, and its time limit. */
export type TraceOptions = {
  /** The trace of an execution that is about to start on `subject.state`. */
  readonly create: (subject: TraceSubject) => Trace;
  /** milliseconds; undefined for the default */
  readonly timeoutMs?: number | undefined;
};

/** How many bytes the traces of one response may record, and what ends them. */
export type TraceBudget = {
  readonly maxBytes: number;
  readonly meter: TraceMeter;
  readonly control: ExecutionControl;
};

/** The budget that all traces of one response share. */
export function createTraceBudget(control: ExecutionControl, maxBytes: number): TraceBudget {
  return { maxBytes, meter: new TraceMeter(maxBytes), control };
}

/** Runs an execution with a tracer. Throws an RpcError when the trace takes too long or becomes too large. */
export function runTrace(
  { create, timeoutMs = defaultTimeoutMs }: TraceOptions,
  subject: Omit<TraceSubject, 'meter' | 'shouldStop'>,
  run: (options: RunOptions) => AppliedTransaction,
  { maxBytes, meter, control }: TraceBudget,
): TraceValue {
  const deadline = control.elapsed() + timeoutMs;
  const shouldStop = () => control.shouldStop() || control.elapsed() > deadline;
  try {
    const trace = create({ ...subject, meter, shouldStop });
    if (trace.firstRun !== undefined) {
      const start = subject.state.snapshot();
      run({ natives: subject.natives, tracer: trace.firstRun, shouldStop });
      subject.state.revert(start);
    }
    return trace.result(run({ natives: subject.natives, tracer: trace.tracer, shouldStop }));
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw tooLarge(maxBytes, traceRemedy);
    if (!(error instanceof ExecutionStoppedError) || control.shouldStop()) throw error;
    throw timeoutError(timeoutMs);
  }
}

const traceRemedy = 'set limit, leave memory and stack out, or use callTracer';

/** Runs what records data besides traces. Throws an RpcError with a remedy, a clause, when that becomes too large. */
export function withinTraceLimit<T>(limit: number, remedy: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof TraceTooLargeError) throw tooLarge(limit, remedy);
    throw error;
  }
}

function tooLarge(limit: number, remedy: string): RpcError {
  return new RpcError(-32005, `the trace is larger than json-rpc.max-trace-bytes (${limit}): ${remedy}`);
}
