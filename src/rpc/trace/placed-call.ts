import type { SealedHeader } from '../../chain/types.ts';
import type { TraceValue } from '../../evm/tracing/trace.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { JsonText } from '../../primitives/json-text.ts';

/** A call in the shape of OpenEthereum: action, result, error, subtraces, traceAddress, type. */
export type CallMembers = { readonly [member: string]: TraceValue | undefined };

type Place = { readonly header: SealedHeader; readonly transaction: Transaction; readonly index: number };

/** Whether a trace is a list of calls. */
export function isCallList(trace: TraceValue): trace is readonly CallMembers[] {
  return Array.isArray(trace);
}

/** A member of a trace's object; undefined when there is none. */
export function memberOf(value: TraceValue | undefined, name: string): TraceValue | undefined {
  return isMembers(value) ? value[name] : undefined;
}

function isMembers(value: TraceValue | undefined): value is CallMembers {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}

/** Calls with the place of their transaction in the chain. */
export function placed(calls: readonly CallMembers[], { header, transaction, index }: Place): readonly CallMembers[] {
  const place = {
    blockHash: header.hash,
    blockNumber: header.number,
    transactionHash: transaction.hash,
    transactionPosition: index,
  };
  return calls.map((call) => Object.assign({}, call, place));
}
