import { revertReason } from '../../evm/revert-reason.ts';
import { CallRecorder, isReverted } from '../../evm/tracing/call-recorder.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import { toHex } from '../../primitives/hex.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { BlockPlace } from '../development-control.ts';
import { fullBlockText } from '../evm-common/json/block-json.ts';
import { defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import { RpcError } from '../rpc-error.ts';
import { maxTraceMs, type TraceOptions } from '../tracing/run-trace.ts';
import { traceBlock } from '../tracing/trace-transactions.ts';

type Blocks = ExecutionRequest & { readonly blocks: readonly BlockPlace[] };

/** What a transaction returned, with the reason when it was reverted; nothing when it halted. */
const outcomeTrace: TraceOptions = {
  create: ({ meter }) => {
    const recorder = new CallRecorder(meter);
    const result = (): TraceValue => {
      const { root } = recorder;
      const { output, error } = root.exit;
      if (error === undefined) return { output: toHex(output) };
      return isReverted(root) ? { output: toHex(output), revertReason: revertReason(output) } : {};
    };
    return { tracer: recorder, result };
  },
  timeoutMs: maxTraceMs,
};

/** Blocks with their transactions, each with its outcome, as evm_mine_detailed returns them. */
export const detailedBlocksExecution = defineExecution<Blocks>('evm_mine_detailed', {
  timeout: () => maxTraceMs,
  run: (node, { blocks }, control) =>
    blocks.map(({ height, hash }) => {
      const block = node.chain.block(height);
      if (block?.header.hash !== hash)
        throw new RpcError(-32000, `block ${height} was made, and the chain then rewound`);
      const outcomes = traceBlock(node, height, outcomeTrace, control).map(({ trace }) => trace);
      return new JsonText(fullBlockText(block, outcomes));
    }),
});
