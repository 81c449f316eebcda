import { JsonText } from '../../primitives/json-text.ts';
import { type JsonValue, LongText } from '../json-value.ts';
import type { RpcError } from '../rpc-error.ts';
import { asciiLength, inParts, toAscii } from './long-text.ts';
import { writeJson } from './write-json.ts';

/** The response to a request that succeeded. */
export function resultText(id: unknown, result: JsonValue): string | LongText {
  const start = `{"jsonrpc":"2.0","id":${idText(id)},"result":`;
  return result instanceof LongText ? enclosed(start, result, '}') : `${start}${writeJson(result)}}`;
}

/** A long text with something before and after it. */
export function enclosed(start: string, text: LongText, end: string): LongText {
  const head = inParts(start); // an id may have megabytes, and other characters than ASCII
  const parts = function* () {
    if (typeof head === 'string') yield toAscii(head);
    else yield* head.parts();
    yield* text.parts();
    yield end;
  };
  return new LongText(parts, asciiLength(start) + text.length + end.length, text.onRefused);
}

/** The response to a request that failed. `data` is left out when there is none: some clients do not accept null. */
export function faultText(id: unknown, { code, message, data }: RpcError): string {
  return `{"jsonrpc":"2.0","id":${idText(id)},"error":${writeJson({ code, message, data })}}`;
}

/** The error that is sent in place of a reply, which then is not told. */
export function inPlaceOf<Fault>(refused: string | LongText, fault: Fault): Fault {
  if (refused instanceof LongText) refused.onRefused?.();
  return fault;
}

/** A notification of a subscription. */
export function notificationText(method: string, params: JsonValue): string {
  return `{"jsonrpc":"2.0","method":"${method}","params":${writeJson(params)}}`;
}

function idText(id: unknown): string {
  if (typeof id === 'number') return String(id);
  if (typeof id === 'string') return JSON.stringify(id);
  return id instanceof JsonText ? id.text : 'null';
}
