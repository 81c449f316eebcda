import type { ScriptTraceRequest } from '../../../evm/tracing/create-trace.ts';
import { StepForecast, type StepOutcome } from '../../../evm/tracing/step-forecast.ts';
import type { Trace, TraceSubject } from '../../../evm/tracing/trace.ts';
import type { AppliedTransaction } from '../../../evm/transaction/execution.ts';
import type { EnteredFrame, ExitedFrame, Step, Tracer } from '../../../kernel/engine.ts';
import { JsonText } from '../../../primitives/json-text.ts';
import type { JavaScriptLimits } from '../../evm-common/dependencies.ts';
import { RpcError } from '../../rpc-error.ts';
import type { QuickJs } from '../../sandbox/quickjs.ts';
import { GuestHost } from './guest-host.ts';
import { traceContext } from './trace-context.ts';
import { TracerGuest } from './tracer-guest.ts';

type Options = {
  readonly quickJs: QuickJs;
  readonly limits: JavaScriptLimits;
  /** how many tracers share the memory */
  readonly count: number;
};

/** A character of the result takes a byte in the sandbox, and another outside. */
const bytesPerCharacter = 2;

/** Failures of an instruction; any other is that of a frame that executed none. */
const instructionFailures =
  /^(?:execution reverted|invalid opcode|invalid jump destination|write protection|return data out of bounds)/;

/**
 * The trace of a tracer in JavaScript: an object with the functions result and fault, and perhaps step, enter and exit,
 * and setup, as go-ethereum has it. Throws an RpcError when it exceeds a limit or contains an error.
 *
 * go-ethereum has the cost and the failure of an instruction before it executes it. Here the execution runs twice when
 * the tracer has a function step: the first run records them.
 */
export function createJavaScriptTrace(request: ScriptTraceRequest, subject: TraceSubject, options: Options): Trace {
  const { maxSourceBytes, maxSteps } = options.limits;
  const length = Buffer.byteLength(request.source);
  if (length > maxSourceBytes)
    throw new RpcError(-32005, `the tracer has ${length} bytes: json-rpc.js-tracer-max-source is ${maxSourceBytes}`);
  const trace = new JavaScriptTrace(request, subject, options);
  if (!trace.hasStep) return trace;
  const forecast = new StepForecast((count) => {
    if (count > maxSteps)
      throw new RpcError(-32005, `there are more instructions than json-rpc.js-tracer-max-steps (${maxSteps})`);
  });
  return { tracer: trace.withSteps(forecast), firstRun: forecast, result: (applied) => trace.result(applied) };
}

class JavaScriptTrace implements Trace {
  readonly #request: ScriptTraceRequest;
  readonly #subject: TraceSubject;
  readonly #options: Options;
  #host: GuestHost;
  #guest: TracerGuest;
  #outer: EnteredFrame | undefined;
  #input: Uint8Array | undefined;
  #end: Pick<ExitedFrame, 'output' | 'error'> | undefined;
  #frames: Pick<EnteredFrame, 'kind' | 'to'>[] = [];
  readonly tracer: Tracer = {
    onEnter: (frame) => this.#enter(frame),
    onExit: (exit) => this.#exit(exit),
  };

  constructor(request: ScriptTraceRequest, subject: TraceSubject, options: Options) {
    this.#request = request;
    this.#subject = subject;
    this.#options = options;
    this.#host = new GuestHost(subject);
    this.#guest = this.#open();
  }

  get hasStep(): boolean {
    return this.#guest.hasStep;
  }

  withSteps(forecast: StepForecast): Tracer {
    let index = 0;
    return {
      onEnter: (frame) => {
        if (frame.depth === 0) index = 0;
        this.#enter(frame);
      },
      onExit: (exit) => this.#exit(exit),
      onStep: (step) => {
        const before = forecast.failureBefore(index);
        this.#step(step, forecast.outcome(index++), before);
      },
    };
  }

  result(applied: AppliedTransaction): JsonText {
    const { state } = this.#subject;
    this.#host.state = state;
    const fields = traceContext(this.#subject, applied, this.#outer, this.#input, this.#end);
    return new JsonText(this.#guest.result(fields));
  }

  #open(): TracerGuest {
    const { quickJs, limits, count } = this.#options;
    const outOfMemory = () =>
      new RpcError(
        -32005,
        `the tracer needs more memory than json-rpc.js-tracer-memory (${limits.memoryMegabytes} MB)`,
      );
    const maxBytes = Math.floor((limits.memoryMegabytes * 1024 * 1024) / count);
    const sandbox = quickJs.open({ maxBytes, outOfMemory, shouldStop: this.#subject.shouldStop });
    const { source, config } = this.#request;
    const charge = (length: number) => this.#subject.meter.charge(bytesPerCharacter * length);
    return new TracerGuest(sandbox, { source, config, host: this.#host, charge, outOfMemory });
  }

  #enter(frame: EnteredFrame): void {
    if (frame.depth === 0) {
      if (this.#outer !== undefined) this.#restart();
      this.#outer = frame;
      this.#input = frame.input;
      this.#frames = [];
    }
    this.#frames.push({ kind: frame.kind, to: frame.to });
    if (frame.depth === 0 || !this.#guest.hasFrames) return;
    this.#host.frame = frame;
    this.#guest.enter();
    this.#host.frame = undefined;
  }

  /** The engine may execute the message again. */
  #restart(): void {
    this.#host = new GuestHost(this.#subject);
    this.#guest = this.#open();
  }

  #step(step: Step, outcome: StepOutcome, before: string | undefined): void {
    const { gasCost, error, refund = Number(step.refund) } = outcome;
    const { pc, opcode, gas, depth, stackSize, memorySize } = step;
    const host = this.#host;
    host.step = step;
    host.state = step.state;
    host.isCreation = isCreation(this.#frames.at(-1));
    const numbers = [pc, opcode, Number(gas), gasCost, depth + 1, refund, stackSize, memorySize];
    this.#guest.step(...numbers, before);
    if (error !== undefined && before === undefined) this.#guest.fault(error);
    host.step = undefined;
  }

  #exit(exit: ExitedFrame): void {
    const frame = this.#frames.pop();
    const { depth, error } = exit;
    const isNative = frame !== undefined && this.#subject.natives.at(frame.to) !== undefined;
    if (!this.hasStep && error !== undefined && !isNative && instructionFailures.test(error)) this.#guest.fault(error);
    if (depth === 0) {
      this.#end = { output: exit.output, ...(error === undefined ? {} : { error }) };
      return;
    }
    if (!this.#guest.hasFrames) return;
    this.#host.ended = exit;
    this.#guest.exit();
    this.#host.ended = undefined;
  }
}

function isCreation(frame: Pick<EnteredFrame, 'kind'> | undefined): boolean {
  return frame?.kind === 'CREATE' || frame?.kind === 'CREATE2';
}
