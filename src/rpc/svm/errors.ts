import { RpcError } from '../types.ts';

/** Errors of the SVM interface, with the codes and texts that clients match on. */

export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message);
}

export function invalidRequest(message: string): RpcError {
  return new RpcError(-32600, message);
}

/** The slot has no block yet. */
export function blockNotAvailable(slot: number | bigint): RpcError {
  return new RpcError(-32004, `Block not available for slot ${slot}`);
}

export function nodeBehind(slots: number): RpcError {
  return new RpcError(-32005, `Node is behind by ${slots} slots`, { numSlotsBehind: slots });
}

export function noSnapshot(): RpcError {
  return new RpcError(-32008, 'No snapshot');
}

/** An account whose owned accounts are too many to list. */
export function excludedFromIndexes(key: string): RpcError {
  return new RpcError(-32010, `${key} excluded from account secondary indexes; this RPC method unavailable for key`);
}

export function minimumSlotNotReached(head: number): RpcError {
  return new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: head });
}

/** `before` or `until` of a history query names no transaction. */
export function transactionNotFound(signature: string): RpcError {
  return new RpcError(-32020, `Transaction ${signature} not found`);
}
