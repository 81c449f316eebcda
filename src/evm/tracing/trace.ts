import type { NativeContracts, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorldState } from '../../state/types.ts';
import type { AppliedTransaction } from '../transaction/execution.ts';
import type { TraceMeter } from './trace-meter.ts';

/** A transaction or call about to be traced. */
export type TraceSubject = {
  /** before the execution; afterwards the same object holds its result */
  readonly state: WorldState;
  readonly natives: NativeContracts;
  /** limits what is recorded */
  readonly meter: TraceMeter;
  readonly sender: Address;
  /** undefined for a creation */
  readonly to: Address | undefined;
  readonly gasLimit: bigint;
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
};

/** The result of a tracer: JSON, with integers as bigint and absent members as undefined. */
export type TraceValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly TraceValue[]
  | { readonly [member: string]: TraceValue | undefined };

/** A trace of one execution: the tracer to run it with, and the result after it. */
export type Trace = {
  readonly tracer: Tracer;
  result(applied: AppliedTransaction): TraceValue;
};
