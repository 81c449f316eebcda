import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { createSelfSignedCertificate } from '../interfaces/self-signed-certificate.ts';
import { listen } from '../node/listen.ts';

/** Where a path leads: the rest of the path is appended to that of the target. */
type Route = { readonly path: string; readonly http: string; readonly webSocket?: string };

export type TlsProxy = {
  /** https://<host>:<port> */
  readonly url: string;
  /** The first route whose path the request has is taken: to be called before the first request. */
  serve(routes: readonly Route[]): void;
};

/**
 * A proxy in front of a node, as operators set one up: one name, TLS with a certificate of its own, a path for each
 * interface. Closed at the end of the test.
 */
export async function startTlsProxy(t: Pick<TestContext, 'after'>, host: string): Promise<TlsProxy> {
  let routes: readonly Route[] = [];
  const routeOf = ({ url = '/' }: IncomingMessage) =>
    routes.find(
      ({ path }) =>
        url === path || url.startsWith(path.endsWith('/') ? path : `${path}/`) || url.startsWith(`${path}?`),
    );
  const { certificate: cert, key } = createSelfSignedCertificate();
  const server = createServer({ key, cert }, (incoming, response) => {
    const route = routeOf(incoming);
    if (route === undefined) return void response.writeHead(502).end();
    pass(incoming, response, new URL(route.http), restOf(incoming, route));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    const route = routeOf(incoming);
    if (route?.webSocket === undefined) return void socket.destroy();
    tunnel(incoming, socket, new URL(route.webSocket), restOf(incoming, route));
  });
  const port = await listen(t, server);
  return {
    url: `https://${host}:${port}`,
    serve: (all) => {
      routes = all;
    },
  };
}

function restOf({ url = '/' }: IncomingMessage, { path }: Route): string {
  const rest = path === '/' ? url : url.slice(path.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** What a proxy tells of its client; the name that the client asked for stays. */
const headersOf = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': socket.remoteAddress ?? '',
  'x-forwarded-proto': 'https',
});

function pass(incoming: IncomingMessage, response: ServerResponse, target: URL, rest: string): void {
  const { hostname, port, pathname } = target;
  const path = `${pathname.replace(/\/$/, '')}${rest}`;
  const options = { hostname, port, path, method: incoming.method, headers: headersOf(incoming) };
  const outgoing = request(options, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
}

function tunnel(incoming: IncomingMessage, client: Duplex, { hostname, port }: URL, path: string): void {
  const upstream = connect(Number(port), hostname, () => {
    const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${String(value)}`);
    upstream.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
    upstream.pipe(client).pipe(upstream);
  });
  for (const [one, other] of [
    [upstream, client],
    [client, upstream],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
