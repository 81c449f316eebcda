import { type CallTraceOptions, createCallTrace } from './call-trace.ts';
import { createFlatCallTrace, type FlatCallTraceOptions } from './flat-call-trace.ts';
import { createFourByteTrace } from './four-byte-trace.ts';
import { createMuxTrace } from './mux-trace.ts';
import { createOpcodeTrace } from './opcode-trace.ts';
import { createPrestateTrace, type PrestateTraceOptions } from './prestate-trace.ts';
import type { OpcodeTraceOptions } from './step-log.ts';
import type { Trace, TraceSubject } from './trace.ts';

/** A tracer by the name that clients use, with its options. */
export type NamedTraceRequest =
  | { readonly tracer: 'callTracer'; readonly options: CallTraceOptions }
  | { readonly tracer: 'flatCallTracer'; readonly options: FlatCallTraceOptions }
  | { readonly tracer: 'prestateTracer'; readonly options: PrestateTraceOptions }
  | { readonly tracer: '4byteTracer' }
  | { readonly tracer: 'noopTracer' }
  | { readonly tracer: 'muxTracer'; readonly tracers: readonly NamedTraceRequest[] };

/** Without a name, the opcode logger. */
export type TraceRequest = NamedTraceRequest | { readonly tracer: undefined; readonly options: OpcodeTraceOptions };

/** Creates the trace of an execution that is about to start on `subject.state`. */
export function createTrace(request: TraceRequest, subject: TraceSubject): Trace {
  switch (request.tracer) {
    case 'callTracer':
      return createCallTrace(request.options, subject);
    case 'flatCallTracer':
      return createFlatCallTrace(request.options, subject);
    case 'prestateTracer':
      return createPrestateTrace(request.options, subject);
    case '4byteTracer':
      return createFourByteTrace(subject);
    case 'noopTracer':
      return { tracer: {}, result: () => ({}) };
    case 'muxTracer':
      return createMuxTrace(
        Object.fromEntries(request.tracers.map((each) => [each.tracer, createTrace(each, subject)])),
      );
    case undefined:
      return createOpcodeTrace(request.options, subject.meter);
  }
}
