import type { Dialect, ParamsFault } from '../dispatch/dialect.ts';
import { isRequest } from '../dispatch/request.ts';
import { responseTooLarge } from '../evm-common/errors.ts';
import { RpcError } from '../rpc-error.ts';

/**
 * Port 8545: the words of go-ethereum, which clients match on, and for the qor_ namespace those of its own table, with
 * the details in `data`.
 */
export const evmDialect: Dialect = {
  parseFault: (reason) => new RpcError(-32700, 'parse error', reason),
  readRequest: (value) => {
    if (isRequest(value)) return value;
    throw new RpcError(-32600, 'Invalid Request');
  },
  methodNotFound: (method) =>
    isQor(method)
      ? new RpcError(-32601, 'Method not found', method)
      : new RpcError(-32601, `the method ${method} does not exist/is not available`),
  paramsFault: (method, fault) => {
    const text = paramsFaultText(fault);
    return isQor(method) ? new RpcError(-32602, 'Invalid params', text) : new RpcError(-32602, text);
  },
  internalFault: () => new RpcError(-32603, 'Internal error'),
  emptyBatchFault: () => new RpcError(-32600, 'Invalid Request', 'empty batch'),
  strictBatch: false,
  batchTooLarge: (limit) => new RpcError(-32600, `batch too large: at most ${limit} requests`),
  responseTooLarge,
  timedOut: () => new RpcError(-32002, 'request timed out'),
};

function isQor(method: string): boolean {
  return method.startsWith('qor_');
}

function paramsFaultText(fault: ParamsFault): string {
  switch (fault.code) {
    case 'not-a-list':
      return 'non-array args';
    case 'unknown-name':
      return `unknown or repeated parameter ${JSON.stringify(fault.name.slice(0, 100))}, the names are ${fault.names.join(', ') || 'none'}`;
    case 'missing':
      return `missing value for required argument ${fault.index}`;
    case 'too-many':
      return `too many arguments, want at most ${fault.most}`;
    case 'invalid':
      return `invalid argument ${fault.index}: ${fault.reason}`;
  }
}
