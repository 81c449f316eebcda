import { RpcError } from '../rpc-error.ts';

/** Errors of the SVM interface, with the codes and texts that clients match on. */

/** Error -32602. */
export function invalidParams(message: string): RpcError {
  return new RpcError(-32602, message);
}

/** Error -32600. */
export function invalidRequest(message: string): RpcError {
  return new RpcError(-32600, message);
}

/** The slot has no block yet. */
export function blockNotAvailable(slot: number | bigint): RpcError {
  return new RpcError(-32004, `Block not available for slot ${slot}`);
}

/** The slot is below the first block of the chain. */
export function blockCleanedUp(slot: number | bigint, first: number): RpcError {
  return new RpcError(-32001, `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`);
}

/** Error -32005: the node is some slots behind. */
export function nodeBehind(slots: number): RpcError {
  return new RpcError(-32005, `Node is behind by ${slots} slots`, { numSlotsBehind: slots });
}

/** Error -32008: the node has no snapshot. */
export function noSnapshot(): RpcError {
  return new RpcError(-32008, 'No snapshot');
}

/** An account whose owned accounts are too many to list. */
export function excludedFromIndexes(key: string): RpcError {
  return new RpcError(-32010, `${key} excluded from account secondary indexes; this RPC method unavailable for key`);
}

/** Error -32016: the head is below the slot that the client requires. */
export function minimumSlotNotReached(head: number): RpcError {
  return new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: head });
}

/** `before` or `until` of a history query names no transaction. */
export function transactionNotFound(signature: string): RpcError {
  return new RpcError(-32020, `Transaction ${signature} not found`);
}
