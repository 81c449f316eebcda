import type { RpcError } from '../types.ts';
import type { Request } from './request.ts';

/** What is wrong with the `params` of a request. */
export type ParamsFault =
  | { readonly code: 'not-a-list' }
  /** `index` is the first required parameter that has no value */
  | { readonly code: 'missing'; readonly index: number; readonly given: number; readonly required: number }
  | { readonly code: 'too-many'; readonly given: number; readonly required: number; readonly most: number }
  | { readonly code: 'invalid'; readonly index: number; readonly name: string; readonly reason: string };

/** Where the interfaces of the field differ: the words of errors, and a few edges of JSON-RPC. */
export type Dialect = {
  readonly parseFault: (reason: string) => RpcError;
  /** Throws an RpcFault for a JSON value that is no request. */
  readonly readRequest: (value: unknown) => Request;
  readonly methodNotFound: (method: string) => RpcError;
  readonly paramsFault: (method: string, fault: ParamsFault) => RpcError;
  readonly internalFault: (method: string) => RpcError;
  /** undefined answers an empty batch with nothing */
  readonly emptyBatchFault: () => RpcError | undefined;
  /** Whether one entry that is no object makes the whole batch unreadable. */
  readonly strictBatch: boolean;
  readonly batchTooLarge: (limit: number) => RpcError;
  /** `limit`: bytes; `key`: of the configuration */
  readonly responseTooLarge: (limit: number, key: string) => RpcError;
  readonly timedOut: () => RpcError;
};
