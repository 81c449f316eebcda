type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a message requests: the number of responses, and the ids they may have. */
type Expected = {
  readonly isBatch: boolean;
  readonly ids: readonly Json[];
  /** notifications that the SVM interface refuses with the id null, and the EVM interface accepts in silence */
  readonly doubtful: number;
};

/**
 * Why a response to a message is not allowed by JSON-RPC 2.0, or reports an internal error; undefined when it is valid.
 * An empty response is valid for notifications.
 */
export function responseFault(message: string, response: string): string | undefined {
  const expected = expectedOf(message);
  if (response === '') return expected.ids.length === 0 ? undefined : 'no response';
  let json: Json;
  try {
    json = JSON.parse(response);
  } catch {
    return 'not JSON';
  }
  if (Array.isArray(json)) return batchFault(json, expected);
  const fault = singleFault(json);
  if (fault !== undefined) return fault;
  if (isRejection(json)) return undefined; // of the whole message
  if (expected.isBatch) return 'one response to a batch';
  const [id = null] = expected.ids;
  return sameIds([idOf(json)], [id]) ? undefined : `id ${JSON.stringify(idOf(json))} instead of ${JSON.stringify(id)}`;
}

/** Whether a message requires a response: notifications do not. */
export function awaitsResponse(message: string): boolean {
  return expectedOf(message).ids.length > 0;
}

function batchFault(responses: readonly Json[], { isBatch, ids, doubtful }: Expected): string | undefined {
  if (!isBatch) return 'a list to a single request';
  const faults = responses.map(singleFault).filter((fault) => fault !== undefined);
  if (faults.length > 0) return faults[0];
  const refused = Math.min(doubtful, Math.max(0, responses.length - ids.length));
  return sameIds(responses.map(idOf), [...ids, ...Array<null>(refused).fill(null)])
    ? undefined
    : `ids ${JSON.stringify(responses.map(idOf))} instead of ${JSON.stringify(ids)}`;
}

function singleFault(response: Json): string | undefined {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return 'no object';
  const { jsonrpc, result, error, ...others } = response as { readonly [name: string]: Json | undefined };
  if (jsonrpc !== '2.0') return 'jsonrpc is not 2.0';
  if (!('id' in others) || Object.keys(others).length !== 1) return `members ${Object.keys(response).join()}`;
  if ((result === undefined) === (error === undefined)) return 'not one of result and error';
  return error === undefined ? undefined : errorFault(error);
}

function errorFault(error: Json): string | undefined {
  const { code, message } = (error ?? {}) as { readonly code?: Json; readonly message?: Json };
  if (!Number.isInteger(code) || typeof message !== 'string' || message === '') return 'error without code or message';
  return code === -32603 ? `internal error: ${message}` : undefined;
}

/** An error that belongs to no request: the message could not be parsed, or exceeded a limit. */
function isRejection(response: Json): boolean {
  const { id, error } = response as { readonly id: Json; readonly error?: { readonly code: number } };
  return id === null && error !== undefined;
}

function expectedOf(message: string): Expected {
  let json: Json;
  try {
    json = JSON.parse(message);
  } catch {
    return { isBatch: false, ids: [null], doubtful: 0 };
  }
  if (!Array.isArray(json) || json.length === 0) return { isBatch: false, ids: idsOf(json), doubtful: 0 };
  return { isBatch: true, ids: json.flatMap(idsOf), doubtful: json.filter(isDoubtful).length };
}

/** Whether a request is a notification with a member that JSON-RPC 2.0 does not know. */
function isDoubtful(request: Json): boolean {
  return idsOf(request).length === 0 && Object.keys(request ?? {}).some((name) => !members.has(name));
}

const members = new Set(['jsonrpc', 'id', 'method', 'params']);

/** The id that the response must have; none for a notification. The response to an invalid request has the id null. */
function idsOf(request: Json): readonly Json[] {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return [null];
  const { jsonrpc, method, id } = request as { readonly [name: string]: Json | undefined };
  const isRequest = jsonrpc === '2.0' && typeof method === 'string';
  if (id === undefined) return isRequest ? [] : [null];
  return isRequest && (id === null || typeof id === 'string' || typeof id === 'number') ? [id] : [anyId];
}

const anyId = '(any)';

function idOf(response: Json): Json {
  return (response as { readonly id: Json }).id;
}

/**
 * Whether the same ids are there, in any order. Numbers that a double cannot represent are compared as the closest
 * double.
 */
function sameIds(found: readonly Json[], expected: readonly Json[]): boolean {
  if (found.length !== expected.length) return false;
  const left = found.map((id) => JSON.stringify(id));
  for (const id of expected) {
    if (id === anyId) continue;
    const at = left.indexOf(JSON.stringify(id));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}
