import { TooManyLogsError } from '../../chain/types.ts';
import { CallFaultError } from '../../evm/call-fault.ts';
import { TransactionFaultError } from '../../evm/transaction/fault.ts';
import { TransactionDecodeError } from '../../kernel/transaction/codec.ts';
import { MempoolError } from '../../mempool/fault.ts';
import { toHex } from '../../primitives/hex.ts';
import { DroppedError } from '../../scheduling/owner.ts';
import { OriginProofError, ProofTooOldError } from '../../state/proof.ts';
import { ResponseTooLongError } from '../dispatch/text-of-pieces.ts';
import { RpcError } from '../rpc-error.ts';

/** The code of execution reverts, on which clients look for `data`. */
const reverted = 3;
const failed = -32000;
/** The request exceeds a defined limit (EIP-1474). */
const limitExceeded = -32005;

/** What the pool rejects because of who sends it. */
const limits: ReadonlySet<string> = new Set(['invalid-signatures', 'too-many-arriving']);

/** Errors whose messages are texts that clients match on. */
const verbatim = [TransactionFaultError, TransactionDecodeError, MempoolError, ProofTooOldError, OriginProofError];

/** The JSON-RPC form of every error of the EVM interface; undefined for internal errors. */
export function toEthError(error: unknown): RpcError | undefined {
  if (error instanceof CallFaultError) {
    const { fault, message } = error;
    return fault.code === 'reverted'
      ? new RpcError(reverted, message, toHex(fault.output))
      : new RpcError(failed, message);
  }
  if (error instanceof MempoolError && limits.has(error.fault.code)) return new RpcError(limitExceeded, error.message);
  if (verbatim.some((known) => error instanceof known)) {
    return new RpcError(failed, error instanceof Error ? error.message : '');
  }
  if (error instanceof DroppedError && error.reason === 'left') {
    return new RpcError(failed, 'the client has closed the connection'); // which no client reads
  }
  if (error instanceof TooManyLogsError) {
    return new RpcError(failed, `query returned more than ${error.limit} results; ask for fewer blocks at a time`);
  }
  return error instanceof ResponseTooLongError ? responseTooLarge(error.limit, 'max-response-size') : undefined;
}

/** `limit` in bytes; `key` is its name in the configuration. */
export function responseTooLarge(limit: number, key: string): RpcError {
  return new RpcError(-32003, `response too large: at most ${limit} bytes (${key})`);
}

/** The error of an execution that took longer than its limit. */
export function timeoutError(milliseconds: number): RpcError {
  return new RpcError(failed, `execution aborted (timeout = ${milliseconds / 1000}s)`);
}
