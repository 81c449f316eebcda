import { type CallTraceOptions, createCallTrace } from './call-trace.ts';
import { createDisassemblyTrace } from './disassembly-trace.ts';
import { createFlatCallTrace, type FlatCallTraceOptions } from './flat-call-trace.ts';
import { createFourByteTrace } from './four-byte-trace.ts';
import { createMuxTrace } from './mux-trace.ts';
import { createBigramTrace, createOpcountTrace, createTrigramTrace, createUnigramTrace } from './opcode-counts.ts';
import { createOpcodeTrace } from './opcode-trace.ts';
import { createPreimageTrace } from './preimage-trace.ts';
import { createPrestateTrace, type PrestateTraceOptions } from './prestate-trace.ts';
import { createSelectorTrace } from './selector-trace.ts';
import type { OpcodeTraceOptions } from './step-log.ts';
import type { Trace, TraceSubject } from './trace.ts';
import { createValidationTrace, type ValidationTraceOptions } from './validation-trace.ts';

/** Tracers without options. */
export type PlainTracerName =
  | '4byteTracer'
  | 'noopTracer'
  | 'noopTracerLegacy'
  | 'opcountTracer'
  | 'unigramTracer'
  | 'bigramTracer'
  | 'trigramTracer'
  | 'evmdisTracer'
  | 'keccak256PreimageTracer'
  | '4byteTracerLegacy';

/** A tracer that the client has written. */
export type ScriptTraceRequest = {
  readonly tracer: 'script';
  /** an expression in JavaScript */
  readonly source: string;
  /** JSON text */
  readonly config: string;
};

/** A tracer by the name that clients use, with its options. */
export type NamedTraceRequest =
  | { readonly tracer: 'callTracer'; readonly options: CallTraceOptions }
  | { readonly tracer: 'flatCallTracer'; readonly options: FlatCallTraceOptions }
  | { readonly tracer: 'prestateTracer'; readonly options: PrestateTraceOptions }
  | { readonly tracer: 'erc7562Tracer'; readonly options: ValidationTraceOptions }
  | { readonly tracer: PlainTracerName }
  | ScriptTraceRequest
  | { readonly tracer: 'muxTracer'; readonly tracers: readonly NamedTraceRequest[] };

/** Without a name, the opcode logger. */
export type TraceRequest = NamedTraceRequest | { readonly tracer: undefined; readonly options: OpcodeTraceOptions };

/** Creates the traces of scripts: the engine has no means to run them. */
type CreateScriptTrace = (request: ScriptTraceRequest, subject: TraceSubject) => Trace;

/** Creates the trace of an execution that is about to start on `subject.state`. */
export function createTrace(request: TraceRequest, subject: TraceSubject, scripts: CreateScriptTrace): Trace {
  switch (request.tracer) {
    case 'callTracer':
      return createCallTrace(request.options, subject);
    case 'flatCallTracer':
      return createFlatCallTrace(request.options, subject);
    case 'prestateTracer':
      return createPrestateTrace(request.options, subject);
    case 'erc7562Tracer':
      return createValidationTrace(request.options, subject);
    case '4byteTracer':
      return createFourByteTrace(subject);
    case 'opcountTracer':
      return createOpcountTrace();
    case 'unigramTracer':
      return createUnigramTrace(subject);
    case 'bigramTracer':
      return createBigramTrace(subject);
    case 'trigramTracer':
      return createTrigramTrace(subject);
    case 'evmdisTracer':
      return createDisassemblyTrace(subject);
    case 'keccak256PreimageTracer':
      return createPreimageTrace(subject);
    case '4byteTracerLegacy':
      return createSelectorTrace(subject);
    case 'script':
      return scripts(request, subject);
    case 'noopTracer':
    case 'noopTracerLegacy':
      return { tracer: {}, result: () => ({}) };
    case 'muxTracer':
      return createMuxTrace(
        Object.fromEntries(request.tracers.map((each) => [nameOf(each), createTrace(each, subject, scripts)])),
      );
    case undefined:
      return createOpcodeTrace(request.options, subject.meter);
  }
}

/** What stands for the tracer in a request, and in the result of muxTracer. */
function nameOf(request: NamedTraceRequest): string {
  return request.tracer === 'script' ? request.source : request.tracer;
}
