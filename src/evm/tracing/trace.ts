import type { BlockEnvironment, NativeContracts, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { JsonText } from '../../primitives/json-text.ts';
import type { WorldState } from '../../state/types.ts';
import type { AppliedTransaction } from '../transaction/execution.ts';
import type { TraceMeter } from './trace-meter.ts';

/** A transaction or call about to be traced. */
export type TraceSubject = {
  /** the state before the execution; afterwards the same object holds its result */
  readonly state: WorldState;
  readonly natives: NativeContracts;
  /** limits what is recorded */
  readonly meter: TraceMeter;
  readonly sender: Address;
  /** undefined for a creation */
  readonly to: Address | undefined;
  readonly gasLimit: bigint;
  /** the block that it is executed in */
  readonly block: Pick<BlockEnvironment, 'number' | 'coinbase'>;
  /** whether the trace must end now: checked by tracers that run code of their own */
  readonly shouldStop: () => boolean;
  /** accounts that change besides sender and target: the fee recipient, and the authorities of EIP-7702 */
  readonly alsoTouched: readonly Address[];
  /** position of the transaction in the chain; undefined for a call */
  readonly position?: TracePosition;
};

type TracePosition = {
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  readonly transactionHash: Hash;
  readonly transactionIndex: number;
  /** block-wide number of the log that would follow those of the transaction */
  readonly nextLogIndex: number;
};

/** The result of a tracer: JSON, with integers as bigint and absent members as undefined. */
export type TraceValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | JsonText
  | readonly TraceValue[]
  | { readonly [member: string]: TraceValue | undefined };

/** A trace of one execution: the tracer to run it with, and the result after it. */
export type Trace = {
  readonly tracer: Tracer;
  /** Sees the same execution before, and all that it changes is undone: for tracers that show what comes of a step. */
  readonly firstRun?: Tracer;
  result(applied: AppliedTransaction): TraceValue;
};
