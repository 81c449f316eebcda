import { toHex } from '../../primitives/hex.ts';
import { CallRecorder } from './call-recorder.ts';
import { flatCalls } from './flat-call-trace.ts';
import { joinTracers } from './mux-trace.ts';
import { parityStateDiff } from './parity-state-diff.ts';
import { ParityVmTracer } from './parity-vm-trace.ts';
import { PrestateRecorder } from './prestate-recorder.ts';
import type { Trace, TraceSubject, TraceValue } from './trace.ts';

/** What the results of trace_call and trace_replay contain besides the output. */
export type ParityTraceTypes = { readonly trace: boolean; readonly vmTrace: boolean; readonly stateDiff: boolean };

const callOptions = { convertParityErrors: true, isParity: true } as const;

/**
 * The calls of an execution, in the shape of OpenEthereum's trace_ methods and without their place in the chain. The
 * gas of the outermost is that of the execution, without what the transaction itself costs.
 */
export function createParityCallTrace(subject: TraceSubject): Trace {
  const recorder = new CallRecorder(subject.meter);
  return {
    tracer: recorder,
    result: () => flatCalls(recorder.root, callOptions, subject),
  };
}

/** `output`, and the requested ones of `trace`, `vmTrace` and `stateDiff`, in the shape of OpenEthereum. */
export function createParityTrace(types: ParityTraceTypes, subject: TraceSubject): Trace {
  const calls = types.trace ? createParityCallTrace(subject) : undefined;
  const instructions = types.vmTrace ? new ParityVmTracer(subject.state, subject.meter) : undefined;
  const accounts = types.stateDiff ? new PrestateRecorder(subject) : undefined;
  const tracers = [calls?.tracer, instructions, accounts].filter((tracer) => tracer !== undefined);
  return {
    tracer: joinTracers(tracers),
    result: (applied): TraceValue => ({
      output: applied.outcome.status === 'halt' ? '0x' : toHex(applied.outcome.output),
      stateDiff: accounts === undefined ? null : parityStateDiff(accounts.accounts()),
      trace: calls?.result(applied) ?? [],
      vmTrace: instructions?.root ?? null,
    }),
  };
}
