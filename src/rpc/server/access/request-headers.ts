import type { IncomingMessage, ServerResponse } from 'node:http';
import { type HttpReply, textReply } from '../http-reply.ts';
import type { Access, SenderFields } from './access.ts';

/** The header fields that access depends on. */
export function senderFields({ headers }: IncomingMessage): SenderFields {
  const forwarded = headers['x-forwarded-for'];
  return {
    host: headers.host,
    origin: headers.origin,
    forwardedFor: Array.isArray(forwarded) ? forwarded.join() : forwarded,
  };
}

const twoHosts = textReply(400, 'A request names one host (RFC 9112, 3.2).\n', ['connection', 'close']);

/** Node's parser keeps the first of several Host fields; a proxy in front of the node may have used another one. */
export function hostFault({ rawHeaders }: IncomingMessage): HttpReply | undefined {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1 ? twoHosts : undefined;
}

/** Solana libraries send the second one with every call from a browser. */
const defaultHeaders = 'content-type, solana-client';
/** seconds for which a browser may cache the response */
const maxAge = '86400';

/** Responds to the preflight request that a browser sends before a cross-origin request, for an allowed origin. */
export function sendPreflight({ headers }: IncomingMessage, response: ServerResponse, access: Access): void {
  const requested = headers['access-control-request-headers'];
  response.writeHead(204, [
    ...access.commonHeaders,
    ...access.preflightHeaders(headers.origin),
    ...['access-control-allow-methods', 'POST, GET, OPTIONS'],
    ...['access-control-allow-headers', requested ?? defaultHeaders],
    ...['access-control-max-age', maxAge],
    ...['content-length', '0'],
  ]);
  response.end();
}
