import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from './access.ts';

/** Asked for by the libraries of the SVM world in every call from a browser. */
const usualHeaders = 'content-type, solana-client';
const secondsToRemember = '86400';

/** Answers the question a browser asks before it sends a request across origins, when the origin may ask. */
export function answerPreflight({ headers }: IncomingMessage, response: ServerResponse, access: Access): void {
  const asked = headers['access-control-request-headers'];
  response.writeHead(204, [
    ...access.commonHeaders,
    ...access.preflightHeaders(headers.origin),
    ...['access-control-allow-methods', 'POST, GET, OPTIONS'],
    ...['access-control-allow-headers', asked ?? usualHeaders],
    ...['access-control-max-age', secondsToRemember],
    ...['content-length', '0'],
  ]);
  response.end();
}
