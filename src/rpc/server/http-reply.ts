import type { ServerResponse } from 'node:http';

/** An answer that is complete before it is sent. */
export type HttpReply = { readonly status: number; readonly contentType: string; readonly body: string };

export function textReply(status: number, body: string): HttpReply {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** Headers every answer has, as a flat list of names and values. */
export type CommonHeaders = readonly string[];

export function sendReply(
  response: ServerResponse,
  { status, contentType, body }: HttpReply,
  common: CommonHeaders,
): void {
  const length = String(Buffer.byteLength(body));
  response.writeHead(status, ['content-type', contentType, 'content-length', length, ...common]);
  response.end(body);
}
