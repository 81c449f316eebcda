import { createTrace } from '../../evm/tracing/create-trace.ts';
import type { TraceSubject, TraceValue } from '../../evm/tracing/trace.ts';
import type { Applied } from '../../evm/transaction/execution.ts';
import { ExecutionStoppedError, type RunOptions, type Step, type Tracer } from '../../kernel/engine.ts';
import { RpcFault } from '../contract.ts';
import { timeoutFault } from '../eth/faults.ts';
import type { TraceConfig } from './trace-config.ts';

/** Longest trace, in milliseconds, that a client may ask for. */
const longestTimeout = 60_000;
const defaultTimeout = 5000;

/** Rough size of a trace of instructions, in characters, above which it is given up. */
const maxSize = 96 * 1024 * 1024;
const stepSize = 400;

/** Runs something traced. Throws an RpcFault when the trace takes too long or becomes too large. */
export function runTrace(
  { request, timeout = defaultTimeout }: TraceConfig,
  subject: TraceSubject,
  run: (options: RunOptions) => Applied,
): TraceValue {
  const milliseconds = Math.min(timeout, longestTimeout);
  const deadline = performance.now() + milliseconds;
  const trace = createTrace(request, subject);
  const isListing = request.tracer === undefined && (request.options.limit ?? 0) === 0;
  const meter = isListing ? new SizeMeter(trace.tracer, request.options.enableMemory === true) : undefined;
  const shouldStop = () => performance.now() > deadline || meter?.isFull === true;
  try {
    const applied = run({ natives: subject.natives, tracer: meter?.tracer ?? trace.tracer, shouldStop });
    return trace.result(applied);
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError)) throw error;
    throw meter?.isFull === true ? tooLarge() : timeoutFault(milliseconds);
  }
}

/** Watches how large the list of instructions becomes. */
class SizeMeter {
  readonly tracer: Tracer;
  #size = 0;

  constructor(tracer: Tracer, withMemory: boolean) {
    this.tracer = {
      onEnter: (frame) => tracer.onEnter?.(frame),
      onExit: (exit) => tracer.onExit?.(exit),
      onLog: (log, depth) => tracer.onLog?.(log, depth),
      onStep: (step: Step) => {
        this.#size += stepSize + (withMemory ? 2 * step.memorySize : 0);
        if (!this.isFull) tracer.onStep?.(step);
      },
    };
  }

  get isFull(): boolean {
    return this.#size > maxSize;
  }
}

function tooLarge(): RpcFault {
  const remedy = 'set limit, leave memory out, or use callTracer';
  return new RpcFault(-32000, `the trace is larger than ${maxSize} characters: ${remedy}`);
}
