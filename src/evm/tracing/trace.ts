import type { NativeContracts, Tracer } from '../../kernel/engine.ts';
import type { Address } from '../../primitives/address.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { WorldState } from '../../state/types.ts';
import type { AppliedTransaction } from '../transaction/execution.ts';
import type { TraceMeter } from './trace-meter.ts';

/** A transaction or call about to be traced. */
export type TraceSubject = {
  /** as the execution will find it; the same object holds what it leaves */
  readonly state: WorldState;
  readonly natives: NativeContracts;
  /** what may still be recorded */
  readonly meter: TraceMeter;
  readonly sender: Address;
  /** undefined for a creation */
  readonly to: Address | undefined;
  readonly gasLimit: bigint;
  /** accounts that change besides sender and target: who takes the fee, and the authorities of EIP-7702 */
  readonly alsoTouched: readonly Address[];
  /** where the transaction stands; undefined for a call */
  readonly position?: TracePosition;
};

export type TracePosition = {
  readonly blockHash: Hash;
  readonly blockNumber: bigint;
  readonly transactionHash: Hash;
  readonly transactionIndex: number;
};

/** What a tracer answers: JSON, with integers as bigint and absent members as undefined. */
export type TraceValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly TraceValue[]
  | { readonly [member: string]: TraceValue | undefined };

/** A trace in the making: the hooks to run with, and the result when the execution is over. */
export type Trace = {
  readonly tracer: Tracer;
  result(applied: AppliedTransaction): TraceValue;
};
