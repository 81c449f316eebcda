import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { type CallFrame, CallRecorder, isCreation, isReverted } from './call-recorder.ts';
import { parityError } from './parity-errors.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';

/** `tracerConfig` of flatCallTracer. */
export type FlatCallTraceOptions = {
  readonly convertParityErrors?: boolean;
  readonly includePrecompiles?: boolean;
  /** not an option of clients: as trace_ methods have it, with null for no result, and the names of native calls */
  readonly isParity?: boolean;
};

type Subject = Pick<TraceSubject, 'natives' | 'gasLimit' | 'position' | 'meter'>;
type Members = { readonly [member: string]: TraceValue | undefined };

/** flatCallTracer: the calls in a list, each with its position in the tree. */
export function createFlatCallTrace(options: FlatCallTraceOptions, subject: Subject): Trace {
  const recorder = new CallRecorder(subject.meter);
  return {
    tracer: recorder,
    result({ gasUsed }) {
      const { position } = subject;
      const place = {
        blockHash: position?.blockHash ?? null,
        blockNumber: position?.blockNumber ?? 0,
        transactionHash: position?.transactionHash ?? null,
        transactionPosition: position?.transactionIndex ?? 0,
      };
      const { root } = recorder;
      // the outermost frame shows the gas of the transaction, including its intrinsic cost
      const whole = { ...root, gas: subject.gasLimit, exit: { ...root.exit, gasUsed } };
      return flatCalls(whole, options, subject).map((call) => ({ ...call, ...place }));
    },
  };
}

/** The outermost frame and the calls below it, each before those inside it, without their place in the chain. */
export function flatCalls(
  root: CallFrame,
  options: FlatCallTraceOptions,
  subject: Pick<Subject, 'natives'>,
): readonly Members[] {
  return [...flatten(root, [], options, subject)];
}

function* flatten(
  frame: CallFrame,
  traceAddress: readonly number[],
  options: FlatCallTraceOptions,
  subject: Pick<Subject, 'natives'>,
): Iterable<Members> {
  const calls = frame.calls.filter((call) => options.includePrecompiles || !isPrecompileCall(call, subject));
  const { error } = frame.exit;
  const noResult = options.isParity ? null : undefined;
  yield {
    action: actionOf(frame),
    error: error !== undefined && options.convertParityErrors ? parityError(error) : error,
    result: (error === undefined || isReverted(frame) ? resultOf(frame) : undefined) ?? noResult,
    subtraces: calls.length,
    traceAddress,
    type: typeOf(frame),
    nativeCall: options.isParity ? nativeCallOf(frame, subject) : undefined,
  };
  for (const [i, call] of calls.entries()) yield* flatten(call, [...traceAddress, i], options, subject);
}

function isPrecompileCall({ kind, to }: CallFrame, { natives }: Pick<Subject, 'natives'>): boolean {
  return (kind === 'CALL' || kind === 'STATICCALL') && natives.at(to)?.stateful === false;
}

/** `xqore.lock` for a call of a native module. */
function nativeCallOf({ kind, to, input }: CallFrame, { natives }: Pick<Subject, 'natives'>): string | undefined {
  const native = kind === 'SELFDESTRUCT' ? undefined : natives.at(to);
  if (native?.stateful !== true) return undefined;
  const call = native.callName?.(input);
  return call === undefined ? native.name : `${native.name}.${call}`;
}

function typeOf(frame: CallFrame): string {
  if (frame.kind === 'SELFDESTRUCT') return 'suicide';
  return isCreation(frame) ? 'create' : 'call';
}

function actionOf(frame: CallFrame): Members {
  const { kind, from, to, input } = frame;
  const [gas, value] = [quantity(frame.gas), quantity(frame.value)];
  if (kind === 'SELFDESTRUCT') return { address: from, balance: value, refundAddress: to };
  const type = kind.toLowerCase();
  if (isCreation(frame)) return { creationMethod: type, from, gas, init: toHex(input), value };
  return { callType: type, from, gas, input: toHex(input), to, value };
}

function resultOf(frame: CallFrame): Members | undefined {
  const { gasUsed, output, error } = frame.exit;
  if (frame.kind === 'SELFDESTRUCT') return undefined;
  if (!isCreation(frame)) return { gasUsed: quantity(gasUsed), output: toHex(output) };
  const address = error === undefined ? frame.to : undefined;
  return { address, code: toHex(output), gasUsed: quantity(gasUsed) };
}
