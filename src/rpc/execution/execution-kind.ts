import type { BodySizes, ChainReader } from '../../chain/types.ts';
import type { ExecutionContext } from '../../evm/transaction/execution.ts';
import { type Engine, ExecutionStoppedError, type NativeContracts } from '../../kernel/engine.ts';
import type { Module } from '../../kernel/module.ts';
import type { Prints } from '../../kernel/prints.ts';
import type { TextPieces } from '../dispatch/text-of-pieces.ts';
import type { EthLimits } from '../evm-common/dependencies.ts';
import { timeoutError } from '../evm-common/errors.ts';
import type { JsonValue } from '../json-value.ts';
import type { BlockRef } from '../params/block-ref.ts';
import type { RpcError } from '../rpc-error.ts';
import type { QuickJs } from '../sandbox/quickjs.ts';

/**
 * The objects that executions read: on the main thread those of the node, in a worker its own over one committed block.
 */
export type ExecutionNode = {
  readonly chain: ChainReader;
  readonly engine: Engine;
  readonly natives: NativeContracts;
  /** their hooks run when a block is replayed */
  readonly modules: readonly Module[];
  readonly limits: ExecutionLimits;
  /** Context of plain calls on the newest block. */
  readonly headCall: { context(control: ExecutionControl): ExecutionContext };
  /** runs JavaScript of clients; undefined on the main thread */
  readonly quickJs?: QuickJs;
};

export type ExecutionLimits = Pick<
  EthLimits,
  | 'gasCap'
  | 'evmTimeoutMs'
  | 'maxResponseBytes'
  | 'maxTraceBytes'
  | 'maxOverrideSlots'
  | 'filterCap'
  | 'filterTimeoutMs'
  | 'jsTracer'
>;

/** Controls when an execution must end. */
export interface ExecutionControl {
  /** Whether it must end now: its time is up, or nobody waits for it any more. */
  shouldStop(): boolean;
  /** Most gas of a native call, which cannot be stopped; above it the execution ends. Undefined for no limit. */
  readonly maxNativeGas?: bigint | undefined;
  /** Most bytes of logs; above it the execution ends, see RunOptions. Undefined for no limit. */
  readonly maxLogBytes?: number | undefined;
  /** Most stored bytes of a block, which is read at once; above it the execution ends. Undefined for no limit. */
  readonly maxBlockBytes?: number | undefined;
  /** milliseconds since it began */
  elapsed(): number;
  /** It has printed this, which the log shows when it ends. */
  printed(prints: Prints | undefined): void;
}

/** A request is data that can be copied to another thread. */
export type ExecutionRequest = {
  /** the block whose state is read; without it the newest */
  readonly block?: BlockRef | undefined;
};

/**
 * A kind of execution for clients. It runs on the main thread or in a worker, from the same request to the same result.
 */
export type ExecutionKind<Q extends ExecutionRequest> = {
  /** its name between threads and in the metrics */
  readonly name: string;
  /** Milliseconds that it may take on the main thread before it is repeated in a worker; undefined to begin there. */
  readonly inlineMs?: number;
  /** A key that requests with a similar duration share. */
  readonly durationKey?: (request: Q) => string;
  /** Whether a request is so large that it begins in a worker. */
  readonly isLarge?: (request: Q) => boolean;
  /** Whether it never takes the thread that is for short executions. */
  readonly isLong?: (request: Q) => boolean;
  /** What must be awaited in the worker before it runs. */
  readonly prepare?: (node: ExecutionNode, request: Q) => Promise<void> | undefined;
  /** milliseconds that it may run in all; 0 for no limit */
  readonly timeout: (limits: ExecutionLimits, request: Q) => number;
  /** the error of one that ran longer */
  readonly timedOut: (milliseconds: number, request: Q) => RpcError;
  /** Throws the errors of the interface, and an ExecutionStoppedError when `control` ends it. */
  readonly run: (node: ExecutionNode, request: Q, control: ExecutionControl) => JsonValue | TextPieces;
};

type KindOptions<Q extends ExecutionRequest> = Pick<ExecutionKind<Q>, 'run'> & Partial<ExecutionKind<Q>>;

/** Declares a kind of execution; `json-rpc.evm-timeout` limits its time unless it says otherwise. */
export function defineExecution<Q extends ExecutionRequest>(name: string, options: KindOptions<Q>): ExecutionKind<Q> {
  return { name, timeout: ({ evmTimeoutMs }) => evmTimeoutMs, timedOut: timeoutError, ...options };
}

/** Before a part of a block is read. Throws an ExecutionStoppedError when it is too long. */
export function assertReadable(
  { chain }: Pick<ExecutionNode, 'chain'>,
  control: ExecutionControl,
  height: number,
  part: keyof BodySizes,
): void {
  const { maxBlockBytes } = control;
  if (maxBlockBytes === undefined || chain.bodySizes(height)[part] <= maxBlockBytes) return;
  throw new ExecutionStoppedError('a long block');
}

/** Between two steps of an execution. Throws an ExecutionStoppedError when it must end. */
export function assertNotStopped(control: ExecutionControl): void {
  if (control.shouldStop()) throw new ExecutionStoppedError('execution stopped');
}
