import { createTrace } from '../../evm/tracing/create-trace.ts';
import type { OpcodeTraceOptions } from '../../evm/tracing/step-log.ts';
import type { TraceSubject, TraceValue } from '../../evm/tracing/trace.ts';
import type { Applied } from '../../evm/transaction/execution.ts';
import { ExecutionStoppedError, type RunOptions, type Step, type Tracer } from '../../kernel/engine.ts';
import { type MaybeLater, type Steps, waitFor } from '../../primitives/maybe-later.ts';
import { RpcFault } from '../contract.ts';
import type { CallTime } from '../eth/calls/turn-time.ts';
import { timeoutFault } from '../eth/faults.ts';
import type { TraceConfig } from './trace-config.ts';

/** Longest trace, in milliseconds, that a client may ask for. */
const longestTimeout = 60_000;
const defaultTimeout = 5000;

/** Rough size of a trace of instructions, in characters, above which it is given up. */
const maxSize = 96 * 1024 * 1024;
const stepSize = 400;

/** What is left for the traces of one answer: characters, and the time it runs, in which they must be done. */
export type TraceBudget = { size: number; readonly time: CallTime; readonly deadline: number };

export function createTraceBudget(time: CallTime): TraceBudget {
  return { size: maxSize, time, deadline: time.used() + longestTimeout };
}

/** Runs something traced. Throws an RpcFault when the trace takes too long or becomes too large. */
export function* runTrace(
  { request, timeout = defaultTimeout }: TraceConfig,
  subject: TraceSubject,
  run: (options: RunOptions) => MaybeLater<Applied>,
  budget: TraceBudget,
): Steps<TraceValue> {
  const { time } = budget;
  const milliseconds = Math.min(timeout, longestTimeout);
  const deadline = Math.min(budget.deadline, time.used() + milliseconds);
  const trace = createTrace(request, subject);
  const isListing = request.tracer === undefined;
  const meter = isListing ? new SizeMeter(trace.tracer, request.options, budget) : undefined;
  const shouldStop = () => time.isUp() || time.used() > deadline || meter?.isFull === true;
  try {
    const options = { natives: subject.natives, tracer: meter?.tracer ?? trace.tracer, shouldStop };
    const applied = yield* waitFor(run(options));
    return trace.result(applied);
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError) || time.isUp()) throw error;
    if (meter?.isFull === true) throw tooLarge();
    throw timeoutFault(deadline === budget.deadline ? longestTimeout : milliseconds);
  }
}

/** Takes the size of the list of instructions off the budget. */
class SizeMeter {
  readonly tracer: Tracer;
  readonly #budget: TraceBudget;

  constructor(tracer: Tracer, { enableMemory = false, limit = 0 }: OpcodeTraceOptions, budget: TraceBudget) {
    this.#budget = budget;
    let listed = 0;
    this.tracer = {
      onEnter: (frame) => tracer.onEnter?.(frame),
      onExit: (exit) => tracer.onExit?.(exit),
      onLog: (log, depth) => tracer.onLog?.(log, depth),
      onStep: (step: Step) => {
        const isListed = limit === 0 || listed++ < limit;
        if (isListed) budget.size -= stepSize + (enableMemory ? 2 * step.memorySize : 0);
        if (!this.isFull) tracer.onStep?.(step);
      },
    };
  }

  get isFull(): boolean {
    return this.#budget.size < 0;
  }
}

function tooLarge(): RpcFault {
  const remedy = 'set limit, leave memory out, or use callTracer';
  return new RpcFault(-32000, `the trace is larger than ${maxSize} characters: ${remedy}`);
}
