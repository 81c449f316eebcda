import type { BodySizes, ChainReader } from '../../chain/types.ts';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { TextPieces } from '../dispatch/text-of-pieces.ts';
import type { JsonValue } from '../json-value.ts';
import { maxInlineBytes } from './block-size.ts';
import { defineExecution, type ExecutionKind, type ExecutionNode, type ExecutionRequest } from './execution-kind.ts';
import { asJson, type Executor } from './executor.ts';
import type { Caller } from './job.ts';

/** A request for something of one block. */
export type BlockReadRequest = ExecutionRequest & {
  readonly block: { readonly by: 'height'; readonly height: number };
};

/** What is read of a block. */
export type BlockRead<Q extends BlockReadRequest> = Omit<ExecutionKind<Q>, 'run'> & {
  readonly run: (node: ExecutionNode, request: Q) => JsonValue | TextPieces;
  /** stored bytes that it reads */
  readonly bytes: (chain: ChainReader, request: Q) => number;
};

/** Declares what is read of a block: when it is long, in a thread. */
export function defineBlockRead<Q extends BlockReadRequest>(
  name: string,
  parts: Pick<BlockRead<Q>, 'run' | 'bytes'>,
): BlockRead<Q> {
  return { ...defineExecution<Q>(name, parts), ...parts };
}

/** The stored bytes of all parts of a block. */
export function bytesOfAll({ transactions, receipts, logs }: BodySizes): number {
  return transactions + receipts + logs;
}

/** Gas that pays for 2,600 logs, or for 125 kB of their data. */
const gasOfFewLogs = 1_000_000n;

/** The stored bytes of the logs of one transaction: an upper bound, or 0 when they are few. */
export function logBytesAt(chain: ChainReader, height: number, index: number): number {
  const { logs } = chain.bodySizes(height);
  if (logs <= maxInlineBytes) return logs;
  return (chain.receipt({ height, index })?.gasUsed ?? 0n) > gasOfFewLogs ? logs : 0;
}

/** Reads of blocks for clients: short ones at once, long ones in a thread. */
export class BlockReads {
  readonly #chain: ChainReader;
  readonly #executor: Executor;

  constructor(chain: ChainReader, executor: Executor) {
    this.#chain = chain;
    this.#executor = executor;
  }

  /** `here` makes a short read, if it can do so faster. Fails like `Executor.run`. */
  read<Q extends BlockReadRequest>(
    kind: BlockRead<Q>,
    request: Q,
    caller: Caller,
    here: () => JsonValue = () => asJson(kind.run(this.#executor.node, request)),
  ): MaybePromise<JsonValue> {
    const isLong = kind.bytes(this.#chain, request) > maxInlineBytes;
    return isLong ? this.#executor.run(kind, request, caller) : here();
  }
}
