import { JsonText } from '../types.ts';

/** A JSON object that came from outside. */
export type JsonObject = { readonly [member: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonText);
}

/** Whether a request's id may be echoed: text, number or null. A number written unusually comes as JsonText. */
export function isRequestId(id: unknown): id is string | number | null | JsonText {
  return id === null || typeof id === 'string' || typeof id === 'number' || id instanceof JsonText;
}

/** A request as JSON-RPC 2.0 (section 4 of its specification) has it. Without an id it is a notification. */
export type Request = { readonly id?: unknown; readonly method: string; readonly params?: unknown };

export function isRequest(value: unknown): value is Request {
  if (!isJsonObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string') return false;
  return value.id === undefined || isRequestId(value.id);
}

/** The id to answer an entry with that is no request, or gets no answer of its own. */
export function idOf(entry: unknown): unknown {
  return isJsonObject(entry) && isRequestId(entry.id) ? entry.id : null;
}
