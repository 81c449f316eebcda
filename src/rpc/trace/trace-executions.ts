import type { TransactionLocation } from '../../chain/types.ts';
import { createParityCallTrace, createParityTrace, type ParityTraceTypes } from '../../evm/tracing/parity-trace.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import { createCallContext } from '../execution/call-context.ts';
import type { CallExecution } from '../execution/call-executions.ts';
import { cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import { createTraceBudget, maxTraceMs, runTrace, type TraceOptions } from '../tracing/run-trace.ts';
import { traceBlock, traceTransaction } from '../tracing/trace-transactions.ts';
import { type CallMembers, isCallList, placed } from './placed-call.ts';
import type { TypedCall } from './trace-params.ts';

const timeout = () => maxTraceMs;
const callTrace: TraceOptions = { create: createParityCallTrace, timeoutMs: maxTraceMs };

function typedTrace(types: ParityTraceTypes): TraceOptions {
  return { create: (subject) => createParityTrace(types, subject), timeoutMs: maxTraceMs };
}

/** All calls of a block, each with its place in the chain; none of an empty block. */
export function callsOfBlock(node: ExecutionNode, height: number, control: ExecutionControl): readonly CallMembers[] {
  const header = node.chain.header(height);
  if (header === undefined || header.transactionCount === 0) return [];
  return traceBlock(node, height, callTrace, control).flatMap(({ transaction, trace }, index) =>
    placed(callsOf(trace), { header, transaction, index }),
  );
}

function callsOf(trace: TraceValue): readonly CallMembers[] {
  if (!isCallList(trace)) throw new Error('a trace of calls is no list');
  return trace;
}

type BlockTraces = ExecutionRequest & { readonly height: number };
type Transaction = ExecutionRequest & { readonly location: TransactionLocation };
/** With a position, only the call at that position. */
type TransactionTraces = Transaction & { readonly position?: readonly number[] };
type Replay = Transaction & { readonly types: ParityTraceTypes };
type BlockReplay = BlockTraces & { readonly types: ParityTraceTypes };
/** `isSingle`: the result is that of the only call, not a list */
type Calls = Omit<CallExecution, 'call'> & { readonly calls: readonly TypedCall[]; readonly isSingle: boolean };

/** trace_block. */
export const blockCallsExecution = defineExecution<BlockTraces>('trace_block', {
  timeout,
  run: (node, { height }, control) => callsOfBlock(node, height, control),
});

/** trace_transaction, trace_get. */
export const transactionCallsExecution = defineExecution<TransactionTraces>('trace_transaction', {
  timeout,
  run: (node, { location, position }, control) => {
    const header = node.chain.header(location.height);
    const transaction = node.chain.transaction(location);
    if (header === undefined || transaction === undefined) return null;
    const calls = callsOf(traceTransaction(node, location, callTrace, control));
    const all = placed(calls, { header, transaction, index: location.index });
    if (position === undefined) return all;
    return all.find(({ traceAddress }) => String(traceAddress) === String(position)) ?? null;
  },
});

/** trace_replayTransaction. */
export const replayExecution = defineExecution<Replay>('trace_replayTransaction', {
  timeout,
  run: (node, { location, types }, control) => traceTransaction(node, location, typedTrace(types), control),
});

/** trace_replayBlockTransactions. */
export const blockReplayExecution = defineExecution<BlockReplay>('trace_replayBlockTransactions', {
  timeout,
  run: (node, { height, types }, control) => {
    if (node.chain.header(height)?.transactionCount === 0) return [];
    return traceBlock(node, height, typedTrace(types), control).map(({ transaction, trace }) =>
      Object.assign({ transactionHash: transaction.hash }, trace),
    );
  },
});

/** trace_call, trace_callMany, trace_rawTransaction: each call runs on the state after the calls before it. */
export const callTracesExecution = defineExecution<Calls>('trace_callMany', {
  timeout,
  run: (node, { block, calls, isSingle, stateOverrides, blockOverrides }, control) => {
    const budget = createTraceBudget(control, node.limits.maxTraceBytes);
    const pays = calls.some(({ call }) => paysGas(call));
    const target = { block, stateOverrides, blockOverrides, paysGas: pays };
    const context = createCallContext(node, target, control);
    const results = calls.map(({ call, types }) => {
      assertNotStopped(control);
      const message = toCallMessage(call, cappedGas(call.gas, undefined, node.limits.gasCap));
      const { sender, to, gasLimit } = message;
      const { state, feeCollector } = context;
      const { natives } = context.run;
      const subject = { state, natives, sender, to, gasLimit, block: context.block, alsoTouched: [feeCollector] };
      return runTrace(typedTrace(types), subject, (run) => applyMessage(message, { ...context, run }), budget);
    });
    return isSingle ? (results[0] ?? null) : results;
  },
});
