import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { LongText } from '../json-value.ts';
import type { UnreadBytes } from './unread-responses.ts';
import { type PartsTarget, writeInTurns } from './write-in-turns.ts';

/** A response that is complete before it is sent. */
export type HttpReply = {
  readonly status: number;
  readonly contentType: string;
  readonly body: string | LongText;
  /** more headers, as a flat list of names and values */
  readonly headers?: CommonHeaders;
};

/** A reply with a text body. */
export function textReply(status: number, body: string, headers?: CommonHeaders): HttpReply {
  const reply = { status, contentType: 'text/plain; charset=utf-8', body };
  return headers === undefined ? reply : { ...reply, headers };
}

/** Headers of all responses, as a flat list of names and values. */
export type CommonHeaders = readonly string[];

const none: CommonHeaders = [];

/** What a long reply is sent with: who counts it, and the turns of the main thread. */
export type LongReplyParts = Pick<PartsTarget, 'mainThread' | 'guard'> & {
  /** Network of the client */
  readonly network: string;
  readonly unread: Pick<UnreadBytes, 'recordProgress'>;
};

/** Sends a reply through a response object of Node. A long one needs `long`. */
export function sendReply(
  response: ServerResponse,
  { status, contentType, body, headers = none }: HttpReply,
  common: CommonHeaders,
  long?: LongReplyParts,
): void {
  const length = String(bytesOf(body));
  response.writeHead(status, ['content-type', contentType, 'content-length', length, ...common, ...headers]);
  if (typeof body === 'string' || long === undefined) response.end(body.toString());
  else sendInTurns(response, body, long);
}

function sendInTurns(response: ServerResponse, body: LongText, long: LongReplyParts): void {
  const { mainThread, guard, network, unread } = long;
  const owner = {
    network,
    connection: response,
    get hasLeft() {
      return response.destroyed;
    },
  };
  const isDone = writeInTurns(body, {
    mainThread,
    owner,
    guard,
    hasRoom: () => !response.writableNeedDrain,
    write: (part) => response.write(part, 'latin1'),
    onceRoom: (goOn) => response.once('drain', () => guard(goOn)),
    onProgress: (isEnd) => {
      unread.recordProgress();
      if (isEnd) response.end();
    },
  });
  if (isDone) response.end();
}

/**
 * Writes a reply to a connection that stays open. `common`: header lines, each with its line end. Returns false when
 * the socket is full, like `socket.write`.
 */
export function writeReply(socket: Socket, reply: HttpReply, common: string): boolean {
  const body = reply.body.toString();
  const length = Buffer.byteLength(body);
  const head = headOf(reply, length, common);
  const encoding = length === body.length ? 'latin1' : 'utf8'; // ASCII text is written faster as latin1
  if (length < longBodyBytes) return socket.write(head + body, encoding);
  socket.cork();
  socket.write(head, 'latin1');
  const hasRoom = socket.write(body, encoding);
  socket.uncork();
  return hasRoom;
}

/** The text of a whole reply, whose body must be ASCII. `common`: header lines, each with its line end. */
export function replyText(reply: HttpReply, common: string): string {
  const body = reply.body.toString();
  return headOf(reply, body.length, common) + body;
}

/** Minimum bytes of a body that is written separately: joining it with the head would cost more than a second write. */
const longBodyBytes = 64 * 1024;

/** Writes a reply with a long body as `writeInTurns`. */
export function writeLongReply(
  socket: Socket,
  reply: HttpReply & { readonly body: LongText },
  common: string,
  target: Omit<PartsTarget, 'hasRoom' | 'write' | 'onceRoom'>,
): boolean {
  socket.write(headOf(reply, reply.body.length, common), 'latin1');
  return writeInTurns(reply.body, {
    ...target,
    hasRoom: () => !socket.writableNeedDrain,
    write: (part) => socket.write(part, 'latin1'),
    onceRoom: (goOn) => socket.once('drain', () => target.guard(goOn)),
  });
}

function headOf({ status, contentType, headers = none }: HttpReply, length: number, common: string): string {
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${contentType}\r\ncontent-length: ${length}`;
  return `${start}\r\n${common}${headerLines(headers)}\r\n`;
}

function bytesOf(body: string | LongText): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length;
}

/** A flat list of names and values → header lines, each with its line end. */
export function headerLines(headers: CommonHeaders): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}
