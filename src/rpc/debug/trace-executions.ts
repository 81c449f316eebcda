import type { TransactionLocation } from '../../chain/types.ts';
import { createTrace } from '../../evm/tracing/create-trace.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import { createCallContext } from '../execution/call-context.ts';
import { cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import { defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';

import { createTraceBudget, maxTraceTime, runTrace, type TraceOptions } from '../tracing/run-trace.ts';
import type { CallTraceConfig, TraceConfig } from '../tracing/trace-config.ts';
import { traceBlock, traceTransaction } from '../tracing/trace-transactions.ts';

const timeout = () => maxTraceTime;

function optionsOf({ request, timeout: milliseconds }: TraceConfig): TraceOptions {
  return { create: (subject) => createTrace(request, subject), timeout: milliseconds };
}

type CallTrace = { readonly call: CallRequest; readonly block: BlockRef; readonly config: CallTraceConfig };
type TransactionTrace = ExecutionRequest & { readonly location: TransactionLocation; readonly config: TraceConfig };
type BlockTrace = ExecutionRequest & { readonly height: number; readonly config: TraceConfig };

/** debug_traceCall. */
export const callTraceExecution = defineExecution<CallTrace>('traceCall', {
  timeout,
  run: (node, { call, block, config }, control) => {
    const context = createCallContext(node, { ...config, block, paysGas: paysGas(call) }, control);
    const message = toCallMessage(call, cappedGas(call.gas, undefined, node.limits.gasCap));
    const { sender, to, gasLimit } = message;
    const { natives } = context.run;
    const subject = { state: context.state, natives, sender, to, gasLimit, alsoTouched: [context.feeCollector] };
    const budget = createTraceBudget(control, node.limits.maxTraceBytes);
    return runTrace(optionsOf(config), subject, (run) => applyMessage(message, { ...context, run }), budget);
  },
});

/** debug_traceTransaction. */
export const transactionTraceExecution = defineExecution<TransactionTrace>('traceTransaction', {
  timeout,
  run: (node, { location, config }, control) => traceTransaction(node, location, optionsOf(config), control),
});

/** debug_traceBlockByNumber, debug_traceBlockByHash. */
export const blockTraceExecution = defineExecution<BlockTrace>('traceBlock', {
  timeout,
  run: (node, { height, config }, control) =>
    traceBlock(node, height, optionsOf(config), control).map(({ transaction, trace }) => ({
      txHash: transaction.hash,
      result: trace,
    })),
});
