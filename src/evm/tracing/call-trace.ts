import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { consoleAddress, consoleText } from '../console/console-text.ts';
import { revertReason } from '../revert-reason.ts';
import { type CallFrame, CallRecorder, isCreation, isReverted, type PositionedLog } from './call-recorder.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';

/** `tracerConfig` of callTracer. */
export type CallTraceOptions = { readonly onlyTopCall?: boolean; readonly withLog?: boolean };

type Members = { readonly [member: string]: TraceValue | undefined };

/** callTracer: the tree of calls. Members as go-ethereum has them. */
export function createCallTrace(
  options: CallTraceOptions,
  subject: Pick<TraceSubject, 'gasLimit' | 'meter' | 'position'>,
): Trace {
  const recorder = new CallRecorder(subject.meter);
  return {
    tracer: recorder,
    result({ gasUsed }) {
      const { root } = recorder;
      // the outermost frame shows the gas of the transaction, including its intrinsic cost
      const whole = { ...root, gas: subject.gasLimit, exit: { ...root.exit, gasUsed } };
      return callJson(whole, { ...options, indexOf: logIndexes(root, subject.position?.nextLogIndex) });
    },
  };
}

/** The block-wide index of each log that took effect; of a call, which has no receipt, from 0 on. */
function logIndexes(root: CallFrame, next?: number): (log: PositionedLog) => number {
  const kept: PositionedLog[] = [];
  const collect = ({ logs, calls, exit }: CallFrame): void => {
    if (exit.error !== undefined) return;
    for (const log of logs) kept.push(log);
    for (const call of calls) collect(call);
  };
  collect(root);
  kept.sort((left, right) => left.order - right.order);
  const first = next === undefined ? 0 : next - kept.length; // a hybrid transaction has a log before those
  const ranks = new Map(kept.map((log, rank) => [log, first + rank]));
  return (log) => ranks.get(log) ?? 0;
}

/** What `callJson` shows of logs: the block-wide index only where a function gives it. */
type LogOptions = CallTraceOptions & { readonly indexOf?: (log: PositionedLog) => number };

/**
 * A call with those inside it.
 *
 * @param more further members of each call
 * @param withLogs whether logs are requested and no outer frame failed
 */
export function callJson(
  frame: CallFrame,
  options: LogOptions,
  more: (frame: CallFrame) => Members = () => ({}),
  withLogs = options.withLog === true,
): Members {
  const { kind, from, to, value, gas, input, calls, logs, exit } = frame;
  const { error } = exit;
  const keepsLogs = withLogs && error === undefined;
  const hasOutput = exit.output.length > 0 && (error === undefined || isReverted(frame));
  return {
    from,
    gas: quantity(gas),
    gasUsed: quantity(exit.gasUsed),
    to: error !== undefined && isCreation(frame) ? undefined : to,
    input: toHex(input),
    output: hasOutput ? toHex(exit.output) : undefined,
    error,
    revertReason: isReverted(frame) ? revertReason(exit.output) : undefined,
    printed: to === consoleAddress ? consoleText(input) : undefined,
    calls: unlessEmpty(options.onlyTopCall ? [] : calls.map((call) => callJson(call, options, more, keepsLogs))),
    logs: unlessEmpty(keepsLogs ? logs.map((log) => logToJson(log, options.indexOf?.(log))) : []),
    value: kind === 'STATICCALL' ? undefined : quantity(value),
    type: kind,
    ...more(frame),
  };
}

function logToJson({ address, topics, data, position }: PositionedLog, index: number | undefined): TraceValue {
  const shown = { address, topics, data: toHex(data), position: quantity(position) };
  return index === undefined ? shown : { ...shown, index: quantity(index) };
}

function unlessEmpty(values: readonly TraceValue[]): readonly TraceValue[] | undefined {
  return values.length === 0 ? undefined : values;
}
