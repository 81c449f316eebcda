import type { TraceValue } from '../../evm/tracing/trace.ts';
import { applyMessageInSlices } from '../../evm/transaction/apply-message.ts';
import type { RunOptions } from '../../kernel/engine.ts';
import { type AsyncSteps, andThen, type MaybePromise, runSteps } from '../../primitives/maybe-promise.ts';
import { define, optional } from '../dispatch/define.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import { createCallContext } from '../execution/call-context.ts';
import { assertChainId, cappedGas, paysGas, toCallMessage } from '../execution/call-message.ts';
import type { ExecutionBudget } from '../execution/execution-budget.ts';
import { ExecutionScheduler } from '../execution/execution-scheduler.ts';
import type { TimeSliceQueue } from '../execution/time-slice-queue.ts';
import { type BlockRef, blockNumberParam, blockRefParam, latest } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';
import type { CallRequest } from '../params/call-request.ts';
import { callParam } from '../params/call-type.ts';
import type { Call, JsonSchema, JsonValue, Methods } from '../types.ts';
import { RpcError } from '../types.ts';
import { createTraceBudget, runTrace } from './run-trace.ts';
import { type CallTraceConfig, callTraceConfigParam, type TraceConfig, traceConfigParam } from './trace-config.ts';
import { type TraceDependencies, type TracedTransaction, traceBlock, traceTransaction } from './trace-transactions.ts';

const traceSchema: JsonSchema = {
  description: 'What the tracer returns; without one, gas, returnValue and structLogs.',
};
const blockTraceSchema: JsonSchema = { type: 'array', items: { type: 'object' } };

/** Traces that run at the same time: each may hold some hundred megabytes. */
const maxPausedTraces = 2;

/** Traces of executions. */
export function traceMethods(dependencies: TraceDependencies, timeSlices: TimeSliceQueue): Methods {
  const { chain, limits } = dependencies;
  // each trace limits its own time
  const scheduler = new ExecutionScheduler({
    timeSlices,
    timeout: 0,
    maxWaiting: limits.maxWaitingCalls,
    maxConcurrent: maxPausedTraces,
  });
  const inTurns = <T>(call: Call, trace: (budget: ExecutionBudget) => AsyncSteps<T>): MaybePromise<T> =>
    scheduler.run(call, (budget) => runSteps(trace(budget)));
  const blockTrace = (height: number, config: TraceConfig, call: Call): MaybePromise<JsonValue> =>
    andThen(
      inTurns(call, (budget) => traceBlock(dependencies, height, config, budget)),
      toJson,
    );
  return {
    debug_traceTransaction: define(
      'Executes a transaction of a block again and traces it.',
      [hashParam('hash', 'Hash of the transaction.'), traceConfigParam],
      traceSchema,
      ([hash, config], call) => {
        const at = chain.locate(hash);
        if (at === undefined) throw new RpcError(-32000, 'transaction not found');
        return inTurns(call, (budget) => traceTransaction(dependencies, at.height, at.index, config, budget));
      },
    ),
    debug_traceBlockByNumber: define(
      'Executes a block again and traces each transaction.',
      [blockNumberParam, traceConfigParam],
      blockTraceSchema,
      ([ref, config], call) => {
        if (ref.by === 'tag' && ref.tag === 'pending')
          throw new RpcError(-32000, 'tracing the pending block is not supported');
        return blockTrace(requireHeight(chain, ref), config, call);
      },
    ),
    debug_traceBlockByHash: define(
      'Executes a block again and traces each transaction.',
      [hashParam('hash', 'Hash of the block.'), traceConfigParam],
      blockTraceSchema,
      ([hash, config], call) => {
        const height = chain.heightOf(hash);
        if (height === undefined) throw new RpcError(-32000, `block ${hash} not found`);
        return blockTrace(height, config, call);
      },
    ),
    debug_traceCall: define(
      'Runs a call on the state after a block and traces it.',
      [callParam, optional(blockRefParam, latest), callTraceConfigParam],
      traceSchema,
      ([request, block, config], call) => {
        assertChainId(request.chainId, chain.identity.chainId);
        return inTurns(call, (budget) => traceCall(dependencies, request, block, config, budget));
      },
    ),
  };
}

function traceCall(
  dependencies: TraceDependencies,
  request: CallRequest,
  block: BlockRef,
  config: CallTraceConfig,
  budget: ExecutionBudget,
): AsyncSteps<TraceValue> {
  const context = createCallContext(dependencies, { ...config, block, paysGas: paysGas(request) });
  const message = toCallMessage(request, cappedGas(request.gas, undefined, dependencies.limits.gasCap));
  const { sender, to, gasLimit } = message;
  const { natives } = context.run;
  const subject = { state: context.state, natives, sender, to, gasLimit, alsoTouched: [context.feeCollector] };
  const run = (options: RunOptions) => applyMessageInSlices(message, { ...context, run: options }, budget);
  return runTrace(config, subject, run, createTraceBudget(budget, dependencies.limits.maxTraceBytes));
}

function toJson(traced: readonly TracedTransaction[]): JsonValue {
  return traced.map(({ transaction, trace }) => ({ txHash: transaction.hash, result: trace }));
}
