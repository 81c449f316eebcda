import { JsonText } from '../../primitives/json-text.ts';

/** A JSON object from a client. */
export type JsonObject = { readonly [member: string]: unknown };

/** Whether a JSON value is an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}

/** Whether an id may be echoed: a string, a number or null. A number in an unusual spelling is a JsonText. */
function isRequestId(id: unknown): id is string | number | null | JsonText {
  return id === null || typeof id === 'string' || typeof id === 'number' || id instanceof JsonText;
}

/** A request of JSON-RPC 2.0 (section 4 of its specification). Without an id it is a notification. */
export type Request = { readonly id?: unknown; readonly method: string; readonly params?: unknown };

/** Whether a JSON value is a request of JSON-RPC 2.0. */
export function isRequest(value: unknown): value is Request {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string') return false;
  return value.id === undefined || isRequestId(value.id);
}

/** The id for the response to an entry that is not a valid request. */
export function idOf(entry: unknown): unknown {
  return isJsonObject(entry) && isRequestId(entry.id) ? entry.id : null;
}
