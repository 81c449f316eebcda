import type { Dialect, ParamsFault } from '../dispatch/dialect.ts';
import { isJsonObject, isRequest } from '../dispatch/request.ts';
import { RpcError } from '../rpc-error.ts';
import { invalidParams, invalidRequest } from '../svm/errors.ts';
import { wrongType } from '../svm/params/json-type.ts';

/** Port 8899: the words of the SVM reference implementation, version 1.18. */
export const svmDialect: Dialect = {
  parseFault: () => new RpcError(-32700, 'Parse error'),
  readRequest: (value) => {
    if (!isJsonObject(value)) throw new RpcError(-32700, 'Parse error');
    if (value.jsonrpc === undefined) throw invalidRequest('Unsupported JSON-RPC protocol version');
    if (!isRequest(value) || hasOtherMembers(value)) throw invalidRequest('Invalid request');
    return value;
  },
  methodNotFound: () => new RpcError(-32601, 'Method not found'),
  paramsFault: (_, fault) => paramsFault(fault),
  internalFault: () => new RpcError(-32603, 'Internal error'),
  emptyBatchFault: () => invalidRequest('Invalid request'),
  strictBatch: true,
  batchTooLarge: (limit) => invalidRequest(`Batch too large; max ${limit}`),
  responseTooLarge: (limit, key) => invalidRequest(`Response too large; max ${limit} bytes (${key})`),
  timedOut: () => new RpcError(-32603, 'Batch took too long'),
};

const members = new Set(['jsonrpc', 'id', 'method', 'params']);

function hasOtherMembers(request: object): boolean {
  for (const name in request) if (!members.has(name)) return true;
  return false;
}

function paramsFault(fault: ParamsFault): RpcError {
  switch (fault.code) {
    case 'not-a-list':
    case 'unknown-name':
      return invalidParams('`params` should be an array');
    case 'missing':
      if (fault.index < fault.given) return wrongType(null, 'a value');
      return invalidParams(`\`params\` should have at least ${fault.required} argument(s)`);
    case 'too-many':
      return tooMany(fault);
    case 'invalid':
      return invalidParams(`Invalid params: ${fault.reason}.`);
  }
}

/** `data` is in quotes of its own. */
function tooMany({ given, required, most }: Extract<ParamsFault, { code: 'too-many' }>): RpcError {
  const expected = most === 0 ? 'No parameters were expected' : `Expected from ${required} to ${most} parameters.`;
  return new RpcError(-32602, `Invalid parameters: ${expected}`, `"Got: ${given}"`);
}
