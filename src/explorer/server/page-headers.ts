import type { Endpoints } from './endpoints.ts';

/** Headers of every response. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const;

/**
 * The page runs no script but its own files, cannot turn text into HTML (trusted types without any policy), and
 * connects to the chosen interfaces only (https://www.w3.org/TR/CSP3).
 */
export function contentSecurityPolicy({ rpc, ws, svm }: Endpoints): string {
  const connect = [rpc, ws, svm].filter((url) => url !== null).map((url) => new URL(url).origin);
  const sources = [...connect, ...connect.map((origin) => origin.replace(/^http/, 'ws'))].filter(isOrigin);
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${[...new Set(sources)].join(' ') || "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** `new URL('ws://…').origin` is such an origin too; "null" is none. */
function isOrigin(text: string): boolean {
  return /^(?:https?|wss?):\/\/[\w.:[\]-]+$/.test(text);
}
