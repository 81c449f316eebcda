import { RpcError } from '../rpc-error.ts';

/**
 * Why a waiting execution is dropped: its client has left, or the queue is full and this client has the most waiting
 * executions.
 */
export function droppedError({ aborted }: AbortSignal, limit: number): RpcError {
  if (aborted) return clientHasLeft();
  return new RpcError(-32005, `too many executions are waiting: json-rpc.max-waiting-calls is ${limit}`);
}

/** What waits or runs when the node stops or begins another network (`anvil_reset` with `forking`). */
export function networkHasEnded(): RpcError {
  return new RpcError(-32000, 'the network that this was executed on has ended: ask again');
}

/** `limit` in megabytes. */
export function outOfMemory(limit: number): RpcError {
  return new RpcError(-32005, `the execution needs more memory than json-rpc.execution-memory (${limit} MB)`);
}

/** A call with more gas than any transaction may need more than the tables of the engine hold. */
export function outOfRoom(): RpcError {
  return new RpcError(-32005, 'the execution needs more memory than the engine has: give it less gas');
}

/** An error that no client reads. */
export function clientHasLeft(): RpcError {
  return new RpcError(-32000, 'the client has closed the connection');
}

/** The system has no thread for an execution, and none runs that will be free. */
export function noThread(): RpcError {
  return new RpcError(-32000, 'this node cannot start a thread for the execution: try again in a second');
}

/** The execution was repeated after its thread had ended, and the second thread ended too. */
export function threadsHaveEnded(): RpcError {
  return new RpcError(-32000, 'two threads have ended while they executed this: try again, or ask for less at once');
}
