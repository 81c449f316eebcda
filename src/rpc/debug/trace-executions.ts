import type { TransactionLocation } from '../../chain/types.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import { createCallContext } from '../execution/call-context.ts';
import { cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import { defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';
import { RpcError } from '../rpc-error.ts';
import { contextBefore } from '../tracing/context-before.ts';
import { createTraceBudget, runTrace } from '../tracing/run-trace.ts';
import type { CallTraceConfig, TraceConfig } from '../tracing/trace-config.ts';
import { failsAlone, tracedExecution, traceOptions } from '../tracing/trace-options.ts';
import { traceBlock, traceTransaction, tryTraceBlock } from '../tracing/trace-transactions.ts';

type CallTrace = { readonly call: CallRequest; readonly block: BlockRef; readonly config: CallTraceConfig };
type TransactionTrace = ExecutionRequest & { readonly location: TransactionLocation; readonly config: TraceConfig };
type BlockTrace = ExecutionRequest & { readonly height: number; readonly config: TraceConfig };

/** debug_traceCall. */
export const callTraceExecution = defineExecution<CallTrace>('traceCall', {
  ...tracedExecution,
  run: (node, { call, block, config }, control) => {
    const { index, ...overrides } = config;
    const target = { ...overrides, block, paysGas: paysGas(call) };
    const context =
      index === undefined
        ? createCallContext(node, target, control)
        : contextBefore(node, target, { member: 'txIndex', index }, control);
    const message = toCallMessage(call, cappedGas(call.gas, undefined, node.limits.gasCap));
    const { sender, to, gasLimit } = message;
    const { natives } = context.run;
    const { state, block: environment, feeCollector } = context;
    const subject = { state, natives, sender, to, gasLimit, block: environment, alsoTouched: [feeCollector] };
    const budget = createTraceBudget(control, node.limits.maxTraceBytes);
    return runTrace(traceOptions(node, config), subject, (run) => applyMessage(message, { ...context, run }), budget);
  },
});

/** debug_traceTransaction. */
export const transactionTraceExecution = defineExecution<TransactionTrace>('traceTransaction', {
  ...tracedExecution,
  run: (node, { location, config }, control) => traceTransaction(node, location, traceOptions(node, config), control),
});

/**
 * debug_traceBlock, debug_traceBlockByNumber, debug_traceBlockByHash. As in go-ethereum, a tracer in JavaScript that
 * fails has its error in the entry of its transaction (also those that only go-ethereum has in JavaScript), and any
 * other fails the whole.
 */
export const blockTraceExecution = defineExecution<BlockTrace>('traceBlock', {
  ...tracedExecution,
  run: (node, { height, config }, control) => {
    const trace = failsAlone(config.request) ? tryTraceBlock : traceBlock;
    return trace(node, height, traceOptions(node, config), control).map(({ transaction: { hash }, trace: result }) =>
      result instanceof RpcError ? { txHash: hash, error: result.message } : { txHash: hash, result },
    );
  },
});
