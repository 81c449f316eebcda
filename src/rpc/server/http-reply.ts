import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { LongText } from '../contract.ts';

/** An answer that is complete before it is sent. */
export type HttpReply = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | LongText;
  /** more headers, as a flat list of names and values */
  readonly headers?: CommonHeaders;
};

export function textReply(status: number, body: string, headers?: CommonHeaders): HttpReply {
  const reply = { status, contentType: 'text/plain; charset=utf-8', body };
  return headers === undefined ? reply : { ...reply, headers };
}

/** Headers every answer has, as a flat list of names and values. */
export type CommonHeaders = readonly string[];

const none: CommonHeaders = [];

export function sendReply(
  response: ServerResponse,
  { status, contentType, body, headers = none }: HttpReply,
  common: CommonHeaders,
): void {
  const length = String(bytesOf(body));
  response.writeHead(status, ['content-type', contentType, 'content-length', length, ...common, ...headers]);
  if (typeof body !== 'string') for (const part of body.parts) response.write(part);
  response.end(typeof body === 'string' ? body : undefined);
}

/**
 * Writes a reply to a connection that stays open. `common`: header lines, each with its end. Answers whether the client
 * keeps up, as `socket.write` does.
 */
export function writeReply(socket: Socket, reply: HttpReply, common: string): boolean {
  const { status, contentType, body, headers = none } = reply;
  const length = bytesOf(body);
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}`;
  const head = `${start}\r\n${common}${headerLines(headers)}\r\n`;
  const encoding = length === body.length ? 'latin1' : 'utf8'; // text of ASCII alone is written faster so
  if (typeof body === 'string' && length < longBody) return socket.write(head + body, encoding);
  let keepsUp = true;
  socket.cork();
  socket.write(head, 'latin1');
  for (const part of typeof body === 'string' ? [body] : body.parts)
    keepsUp = socket.write(Buffer.from(part, encoding));
  socket.uncork();
  return keepsUp;
}

/** Joining a body of more bytes with its head would cost more than a second piece. */
const longBody = 64 * 1024;

function bytesOf(body: string | LongText): number {
  if (typeof body === 'string') return Buffer.byteLength(body);
  return body.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

/** A flat list of names and values → header lines, each with its end. */
export function headerLines(headers: CommonHeaders): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
