import { callFaultText, outcomeFault } from '../../evm/call-fault.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import { ExecutionStoppedError, type Outcome } from '../../kernel/engine.ts';
import type { Prints } from '../../kernel/prints.ts';
import { toHex } from '../../primitives/hex.ts';
import { timeoutError } from '../evm-common/errors.ts';
import { defineExecution, type ExecutionControl, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { JsonValue } from '../json-value.ts';
import { RpcError } from '../rpc-error.ts';
import { createTraceBudget, runTrace } from '../tracing/run-trace.ts';
import type { TraceConfig } from '../tracing/trace-config.ts';
import { tracedExecution, traceOptions } from '../tracing/trace-options.ts';
import { type BundleRequest, runBundles } from './bundle-context.ts';

type CallMany = ExecutionRequest &
  BundleRequest & { /** undefined for the node's own limit */ readonly timeoutMs: number | undefined };
type TraceMany = ExecutionRequest & BundleRequest & { readonly config: TraceConfig };

/** eth_callMany: of each call `value`, the output in hex without 0x as Erigon has it, or `error`. */
export const callManyExecution = defineExecution<CallMany>('callMany', {
  run: (node, request, control) => {
    const limit = node.limits.maxTraceBytes;
    let bytes = 0;
    return withinTime(control, request.timeoutMs, (shorter) =>
      runBundles(node, request, shorter, (message, context) => {
        const { outcome } = applyMessage(message, context);
        shorter.printed(outcome.prints);
        bytes += outcome.output.length;
        if (bytes > limit)
          throw new RpcError(-32005, `the outputs are larger than json-rpc.max-trace-bytes (${limit})`);
        return resultOf(outcome);
      }),
    );
  },
});

/** debug_traceCallMany: the trace of each call. */
export const traceManyExecution = defineExecution<TraceMany>('traceCallMany', {
  ...tracedExecution,
  run: (node, request, control) => {
    const budget = createTraceBudget(control, node.limits.maxTraceBytes);
    const options = traceOptions(node, request.config);
    return runBundles(node, request, control, (message, context) => {
      const { sender, to, gasLimit } = message;
      const { state, block, feeCollector } = context;
      const { natives } = context.run;
      const subject = { state, natives, sender, to, gasLimit, block, alsoTouched: [feeCollector] };
      return runTrace(options, subject, (run) => applyMessage(message, { ...context, run }), budget);
    });
  },
});

function resultOf(outcome: Outcome): JsonValue {
  const fault = outcomeFault(outcome);
  if (fault === undefined) return { value: toHex(outcome.output).slice(2) };
  const text = callFaultText(fault);
  const hasData = fault.code === 'reverted' && fault.output.length > 0;
  return { error: hasData ? { message: text, data: toHex(fault.output) } : text };
}

/** Ends the run after the time that the client gives it. */
function withinTime<T>(
  control: ExecutionControl,
  timeoutMs: number | undefined,
  run: (control: ExecutionControl) => T,
): T {
  if (timeoutMs === undefined || timeoutMs === 0) return run(control);
  const shorter = {
    elapsed: () => control.elapsed(),
    printed: (prints: Prints | undefined) => control.printed(prints),
    shouldStop: () => control.shouldStop() || control.elapsed() > timeoutMs,
  };
  try {
    return run(shorter);
  } catch (error) {
    if (!(error instanceof ExecutionStoppedError) || control.shouldStop()) throw error;
    throw timeoutError(timeoutMs);
  }
}
