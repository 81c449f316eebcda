import { RpcFault } from '../contract.ts';

/** Errors of the SVM interface: numbers and texts are those its clients know. */

export function invalidParams(message: string): RpcFault {
  return new RpcFault(-32602, message);
}

export function invalidRequest(message: string): RpcFault {
  return new RpcFault(-32600, message);
}

/** The asked slot is not made yet. */
export function blockNotAvailable(slot: number | bigint): RpcFault {
  return new RpcFault(-32004, `Block not available for slot ${slot}`);
}

export function nodeBehind(slots: number): RpcFault {
  return new RpcFault(-32005, `Node is behind by ${slots} slots`, { numSlotsBehind: slots });
}

export function noSnapshot(): RpcFault {
  return new RpcFault(-32008, 'No snapshot');
}

/** An account whose owned accounts are too many to list. */
export function excludedFromIndexes(key: string): RpcFault {
  return new RpcFault(-32010, `${key} excluded from account secondary indexes; this RPC method unavailable for key`);
}

export function minimumSlotNotReached(head: number): RpcFault {
  return new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot: head });
}

/** `before` or `until` of a history query names no transaction. */
export function transactionNotFound(signature: string): RpcFault {
  return new RpcFault(-32020, `Transaction ${signature} not found`);
}
