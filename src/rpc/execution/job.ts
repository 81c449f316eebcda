import type { ChainReader } from '../../chain/types.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import type { Owner } from '../../scheduling/owner.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import type { LongText } from '../json-value.ts';
import { ownerOf } from '../owner-of.ts';
import { latest } from '../params/block-ref.ts';
import type { RpcError } from '../rpc-error.ts';
import type { ArrivingResult } from '../session.ts';
import type { ExecutionKind, ExecutionLimits, ExecutionRequest } from './execution-kind.ts';
import type { Caller } from './pool.ts';
import type { ExecutionMessage } from './protocol.ts';

/** An execution that waits for a thread or runs in one. */
export type Job = {
  readonly kind: string;
  /** milliseconds that it may run; 0 for no limit */
  readonly timeout: number;
  /** the error when it ran longer */
  readonly timedOut: () => RpcError;
  readonly message: Pick<ExecutionMessage, 'kind' | 'request' | 'at'>;
  readonly owner: Owner;
  /** aborted when the client has left */
  readonly signal: AbortSignal;
  /** counts the parts of its result */
  readonly arriving: ArrivingResult | undefined;
  readonly queuedAt: number;
  readonly resolve: (result: JsonText | LongText) => void;
  readonly reject: (error: unknown) => void;
  /** when its thread began with it; infinite before */
  startedAt: number;
  /** it takes long by its kind, or was stopped once because it took long; it is not stopped again */
  isLong: boolean;
  /** its thread ended through no fault of the execution, which runs again */
  isRepeated: boolean;
  /** its thread did not respond and was ended */
  isEnded: boolean;
};

/** Pins a request to a block that later blocks do not change. Throws an RpcError for a block that does not exist. */
export function createJob<Q extends ExecutionRequest>(
  chain: ChainReader,
  kind: ExecutionKind<Q>,
  request: Q,
  caller: Caller,
  limits: ExecutionLimits,
  settle: Pick<Job, 'resolve' | 'reject'>,
): Job {
  const { block = latest } = request;
  const height = requireHeight(chain, block);
  const at = { height, hash: chain.header(height)?.hash ?? chain.head().hash };
  const isPending = block.by === 'tag' && block.tag === 'pending';
  const pinned: ExecutionRequest = isPending ? request : { ...request, block: { by: 'height', height } };
  const timeout = kind.timeout(limits, request);
  return {
    kind: kind.name,
    timeout,
    timedOut: () => kind.timedOut(timeout, request),
    message: { kind: kind.name, request: pinned, at },
    owner: ownerOf(caller),
    signal: caller.signal,
    arriving: caller.unread?.arriving(),
    queuedAt: performance.now(),
    ...settle,
    startedAt: Number.POSITIVE_INFINITY,
    isLong: kind.isLong?.(request) ?? false,
    isRepeated: false,
    isEnded: false,
  };
}
