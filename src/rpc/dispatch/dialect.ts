import type { RpcError } from '../rpc-error.ts';
import type { Request } from './request.ts';

/** What is wrong with the `params` of a request. */
export type ParamsFault =
  | { readonly code: 'not-a-list' }
  /** a name that is unknown, or a second one of a parameter; `names` are those that the method has */
  | { readonly code: 'unknown-name'; readonly name: string; readonly names: readonly string[] }
  /** `index` is the first required parameter that has no value */
  | { readonly code: 'missing'; readonly index: number; readonly given: number; readonly required: number }
  | { readonly code: 'too-many'; readonly given: number; readonly required: number; readonly most: number }
  | { readonly code: 'invalid'; readonly index: number; readonly name: string; readonly reason: string };

/** What differs between interfaces: the texts of errors, and a few edge cases of JSON-RPC. */
export type Dialect = {
  readonly parseFault: (reason: string) => RpcError;
  /** Throws an RpcError when a JSON value is not a request. */
  readonly readRequest: (value: unknown) => Request;
  readonly methodNotFound: (method: string) => RpcError;
  readonly paramsFault: (method: string, fault: ParamsFault) => RpcError;
  readonly internalFault: (method: string) => RpcError;
  /** the error for an empty batch; undefined: no response at all */
  readonly emptyBatchFault: () => RpcError | undefined;
  /** Whether one entry that is not an object makes the whole batch invalid. */
  readonly strictBatch: boolean;
  readonly batchTooLarge: (limit: number) => RpcError;
  /** `limit`: bytes; `key`: of the configuration */
  readonly responseTooLarge: (limit: number, key: string) => RpcError;
  readonly timedOut: () => RpcError;
};
