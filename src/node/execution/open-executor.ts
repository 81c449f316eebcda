import { availableParallelism } from 'node:os';
import type { Chain } from '../../chain/chain.ts';
import type { Threads } from '../../primitives/threads.ts';
import { executionLimits } from '../../rpc/evm-interface/limits.ts';
import type { ExecutionNode } from '../../rpc/execution/execution-kind.ts';
import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';
import { createExecutionNode } from '../../rpc/execution/execution-node.ts';
import { Executor, type FailureListener } from '../../rpc/execution/executor.ts';
import type { PrintListener } from '../../rpc/execution/job.ts';
import { ExecutionPool } from '../../rpc/execution/pool.ts';
import type { NodeControl } from '../../rpc/node-control.ts';
import type { JsonRpcOptions } from '../../rpc/options.ts';
import type { OriginSource } from '../../state/origin-state.ts';
import type { CloseStack } from '../close-stack.ts';

/** Of the bundled program, also when the caller runs from single files. */
const program = new URL('../../program/load-execution-worker.cjs', import.meta.url);

type ExecutorDependencies = Pick<ExecutionNode, 'engine' | 'natives' | 'modules'> & {
  /** Origin of a fork */
  readonly origin: OriginSource | undefined;
  readonly chain: Chain;
  readonly onPrints: PrintListener | undefined;
  readonly onFailed: FailureListener | undefined;
  /** Folder of the database */
  readonly dataFolder: string;
  readonly threads: Threads;
  /** milliseconds of an execution where there are no threads; undefined: the default */
  readonly mainThreadMs: number | undefined;
  readonly control: Pick<NodeControl, 'mainThread' | 'pendingBlock' | 'unfinishedBlock'>;
};

/** Creates what runs executions for clients, as the options say. */
export function openExecutor(
  {
    chain,
    dataFolder,
    origin,
    threads: starter,
    onPrints,
    onFailed,
    mainThreadMs,
    control: { mainThread, pendingBlock, unfinishedBlock },
    ...machine
  }: ExecutorDependencies,
  options: JsonRpcOptions,
  metrics: ExecutionMetrics | undefined,
  closers: CloseStack,
): Executor {
  const limits = executionLimits(options);
  const node = createExecutionNode({ ...machine, chain: chain.reader, limits });
  const threads = threadCount(options['execution-threads']);
  const maxWaiting = options['max-waiting-calls'];
  if (threads === 0)
    return new Executor({
      ...{ node, mainThread, pendingBlock, unfinishedBlock, maxWaiting, onPrints, onFailed },
      ...(mainThreadMs !== undefined && { mainThreadMs }),
    });
  const pool = closers.add(
    new ExecutionPool({
      starter,
      program,
      dataFolder,
      known: chain.known,
      origin,
      limits,
      heapMegabytes: options['execution-memory'],
      chain: chain.reader,
      threads,
      maxWaiting,
      overrides: chain.rules.overrides,
      metrics,
      onPrints,
    }),
  );
  return new Executor({ node, mainThread, pendingBlock, unfinishedBlock, pool, maxWaiting, onPrints, onFailed });
}

/** -1 leaves one core to the main thread. */
function threadCount(option: number): number {
  return option === -1 ? Math.max(1, availableParallelism() - 1) : option;
}
