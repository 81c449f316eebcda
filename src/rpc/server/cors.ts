import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CommonHeaders } from './http-reply.ts';

/** Asked for by the libraries of the SVM world in every call from a browser. */
const usualHeaders = 'content-type, solana-client';
const secondsToRemember = '86400';

/** Headers that let pages of `origin` (`*` for any, empty for none) read the answers. */
export function corsHeaders(origin: string): CommonHeaders {
  if (origin === '') return [];
  const vary = origin === '*' ? [] : ['vary', 'origin'];
  return ['access-control-allow-origin', origin, ...vary];
}

/** Answers the question a browser asks before it sends a request across origins. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, common: CommonHeaders): void {
  const asked = request.headers['access-control-request-headers'];
  response.writeHead(204, [
    ...common,
    ...['access-control-allow-methods', 'POST, GET, OPTIONS'],
    ...['access-control-allow-headers', asked ?? usualHeaders],
    ...['access-control-allow-private-network', 'true'],
    ...['access-control-max-age', secondsToRemember],
    ...['content-length', '0'],
  ]);
  response.end();
}

/** Whether a WebSocket may be opened from there. Only browsers send an origin. */
export function isOriginAllowed(origin: string | undefined, allowed: string): boolean {
  return origin === undefined || allowed === '*' || origin === allowed;
}
