import { createTrace, type PlainTracerName, type TraceRequest } from '../../evm/tracing/create-trace.ts';
import { timeoutError } from '../evm-common/errors.ts';
import type { ExecutionKind, ExecutionNode, ExecutionRequest } from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';
import type { QuickJs } from '../sandbox/quickjs.ts';
import { createJavaScriptTrace } from './javascript/javascript-trace.ts';
import { maxTraceMs, type TraceOptions } from './run-trace.ts';
import type { TraceConfig } from './trace-config.ts';

/** What records an execution as the client has chosen it. */
export function traceOptions({ quickJs, limits }: ExecutionNode, { request, timeoutMs }: TraceConfig): TraceOptions {
  const count = scriptCount(request);
  const shared = { limits: limits.jsTracer, count };
  return {
    timeoutMs,
    create: (subject) =>
      createTrace(request, subject, (script, each) =>
        createJavaScriptTrace(script, each, { ...shared, quickJs: requireQuickJs(quickJs) }),
      ),
  };
}

type Traced = ExecutionRequest & { readonly config: TraceConfig };

/** How an execution with a trace is run: one with JavaScript has a limit of its own, and needs QuickJS. */
export const tracedExecution: Pick<ExecutionKind<Traced>, 'isLong' | 'prepare' | 'timeout' | 'timedOut'> = {
  isLong: ({ config }) => scriptCount(config.request) > 0,
  prepare: ({ quickJs }, { config }) => (scriptCount(config.request) > 0 ? quickJs?.prepare() : undefined),
  timeout: ({ jsTracer }, { config }) => (scriptCount(config.request) > 0 ? jsTracer.timeoutMs : maxTraceMs),
  timedOut: (milliseconds, { config }) =>
    scriptCount(config.request) > 0 ? scriptTimeout(milliseconds) : timeoutError(milliseconds),
};

/** Tracers that go-ethereum has in JavaScript. */
const legacyTracers: ReadonlySet<string> = new Set<PlainTracerName>([
  ...(['opcountTracer', 'unigramTracer', 'bigramTracer', 'trigramTracer', 'evmdisTracer'] as const),
  ...(['4byteTracerLegacy', 'noopTracerLegacy'] as const),
]);

/** Whether, in a block, an error of the tracer is that of its transaction alone: in go-ethereum it is of JavaScript. */
export function failsAlone(request: TraceRequest): boolean {
  return scriptCount(request) > 0 || (request.tracer !== undefined && legacyTracers.has(request.tracer));
}

/** How many tracers in JavaScript a request has. */
function scriptCount(request: TraceRequest): number {
  if (request.tracer === 'muxTracer') return request.tracers.reduce((sum, each) => sum + scriptCount(each), 0);
  return request.tracer === 'script' ? 1 : 0;
}

function scriptTimeout(milliseconds: number): RpcError {
  return new RpcError(-32005, `the tracer ran longer than json-rpc.js-tracer-timeout (${milliseconds / 1000}s)`);
}

function requireQuickJs(quickJs: QuickJs | undefined): QuickJs {
  if (quickJs !== undefined) return quickJs;
  throw new RpcError(-32000, 'tracers in JavaScript run in threads only: json-rpc.execution-threads is 0');
}
