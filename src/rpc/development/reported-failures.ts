import type { TransactionLocation } from '../../chain/types.ts';
import { revertText } from '../../evm/revert-reason.ts';
import { CallRecorder, isReverted } from '../../evm/tracing/call-recorder.ts';
import type { Hash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { writeJson } from '../dispatch/write-json.ts';
import { defineExecution, type ExecutionRequest } from '../execution/execution-kind.ts';
import type { Executor } from '../execution/executor.ts';
import type { Method, Methods } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import type { Call } from '../session.ts';
import { maxTraceMs, type TraceOptions } from '../tracing/run-trace.ts';
import { traceTransaction } from '../tracing/trace-transactions.ts';
import { type MiningDependencies, mapSubmissions, runUntilMined } from './mined-answers.ts';

type Dependencies = MiningDependencies & { readonly executor: Executor };

type Failed = ExecutionRequest & { readonly location: TransactionLocation };

/** Why a transaction failed, and what it returned when it was reverted. */
const failureTrace: TraceOptions = {
  create: ({ meter }) => {
    const recorder = new CallRecorder(meter);
    const result = () => {
      const { root } = recorder;
      const { output, error = '' } = root.exit;
      return isReverted(root) ? { message: revertText(output), output: toHex(output) } : { message: error };
    };
    return { tracer: recorder, result };
  },
  timeoutMs: maxTraceMs,
};

/** The failure of a transaction in a block. */
export const failureExecution = defineExecution<Failed>('failure of a transaction', {
  timeout: () => maxTraceMs,
  run: (node, { location }, control) => traceTransaction(node, location, failureTrace, control),
});

/**
 * The methods by which transactions are submitted as Hardhat's own node has them: while blocks are made at once, they
 * answer when the transaction is in a block, with an error when it failed there. Its data are `message`, `txHash` and
 * `data`, what the transaction returned. In a batch each is answered before the next is submitted.
 */
export function withReportedFailures(methods: Methods, dependencies: Dependencies): Methods {
  return mapSubmissions(methods, (method) => reporting(method, dependencies));
}

function reporting({ runTogether: _, ...method }: Method, dependencies: Dependencies): Method {
  return {
    ...method,
    run: async (args, call) => {
      const hash = await runUntilMined(method, dependencies, args, call);
      const location = dependencies.chain.locate(hash);
      const hasFailed = location !== undefined && dependencies.chain.receipt(location)?.status === 0;
      if (hasFailed) throw await failureOf(hash, location, dependencies.executor, call);
      return hash;
    },
  };
}

/** The error of a transaction that failed in a block. */
async function failureOf(hash: Hash, location: TransactionLocation, executor: Executor, call: Call): Promise<RpcError> {
  const block = { by: 'height', height: location.height } as const;
  const failure = await executor.run(failureExecution, { block, location }, call);
  const { message, output } = JSON.parse(writeJson(failure)) as { message: string; output?: string };
  const data = { message, txHash: hash, data: output ?? '0x' };
  return new RpcError(output === undefined ? -32000 : 3, message, data);
}
