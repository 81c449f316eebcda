import { isIP } from 'node:net';

/** Where the page finds the interfaces; null for one that is off. */
export type Endpoints = {
  readonly rpc: string | null;
  readonly ws: string | null;
  readonly svm: string | null;
};

const wildcards = ['0.0.0.0', '[::]'];

/**
 * The endpoints as the browser reaches them. An interface that listens on every address is reached under the name by
 * which the browser reached the explorer. `host`: the header.
 */
export function endpointsFor(
  host: string | undefined,
  endpoints: ListeningUrls,
  { rpc, ws, svm }: Partial<PublicUrls> = {},
): Endpoints {
  return {
    rpc: rpc ?? reachable(endpoints.rpc, host),
    ws: ws ?? (rpc === undefined ? reachable(endpoints.ws, host) : rpc.replace(/^http/, 'ws')),
    svm: svm ?? reachable(endpoints.svm, host),
  };
}

/** Where the operator says that browsers reach the interfaces. */
export type PublicUrls = { readonly [Name in keyof Endpoints]: string | undefined };

/** A URL, and the host it listens on: that of the URL, or all. */
type ListeningUrl = { readonly url: string; readonly host: string };
export type ListeningUrls = { readonly [Name in keyof Endpoints]: ListeningUrl | undefined };

function reachable(listening: ListeningUrl | undefined, host: string | undefined): string | null {
  if (listening === undefined) return null;
  const url = new URL(listening.url);
  const isWildcard = wildcards.includes(isIP(listening.host) === 6 ? `[${listening.host}]` : listening.host);
  const name = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i.exec(host ?? '')?.[1];
  if (isWildcard && name !== undefined) url.hostname = name;
  return url.href.replace(/\/$/, '');
}

/**
 * The endpoints that `?rpc=…&ws=…&svm=…` chooses instead; undefined when it chooses none. Anything but http(s), and
 * ws(s) for the WebSocket, or longer than 2048 characters, counts as none; the WebSocket is at the address of the EVM
 * interface unless it is chosen.
 */
export function chosenEndpoints(query: URLSearchParams): Endpoints | undefined {
  const rpc = chosenUrl(query.get('rpc'));
  if (rpc === null) return undefined;
  const ws = chosenUrl(query.get('ws')?.replace(/^ws/i, 'http') ?? null) ?? rpc;
  return { rpc, ws: ws.replace(/^http/, 'ws'), svm: chosenUrl(query.get('svm')) };
}

/** Characters of a URL that somebody may choose: each is written several times into the page. */
const longestUrl = 2048;

/** The URL with its path, which a proxy may need; without user, password and fragment. */
function chosenUrl(text: string | null): string | null {
  if (text === null || text.length > longestUrl || !URL.canParse(text)) return null;
  const { protocol, origin, pathname, search } = new URL(text);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return `${origin}${pathname === '/' ? '' : pathname}${search}`;
}
