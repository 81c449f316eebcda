import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { rejectHost } from '../../rpc/server/access/access.ts';
import { clientAt } from '../../rpc/server/access/client.ts';
import { hostFault } from '../../rpc/server/access/request-headers.ts';
import type { ConnectionRules } from '../../rpc/server/connections.ts';
import { type HttpReply, sendReply, textReply } from '../../rpc/server/http-reply.ts';
import { parseInTurns, parserOwner, requestPauses } from '../../rpc/server/parse-in-turns.ts';
import { answerAfterEnd, limitPipelining } from '../../rpc/server/pipelining.ts';
import type { ExplorerOptions } from '../options.ts';
import { chosenEndpoints, endpointsFor, type ListeningUrls, type PublicUrls } from './endpoints.ts';
import { commonHeaders, contentSecurityPolicy } from './page-headers.ts';
import { isFromThisMachine, type ShellFacts } from './shell-facts.ts';
import { type SiteFile, SiteFiles, siteFolder } from './site-files.ts';

/** The running server of the explorer. */
type Explorer = { readonly host: string; readonly port: number; close(): Promise<void> };

const missing = textReply(404, 'There is no such file.\n');

type Rules = Omit<ConnectionRules, 'unreadOf'>;

/** Time a browser has to send a request, and to read what it was sent, in milliseconds. */
const clientTimeoutMs = 30_000;

/** What the page is told of the node. */
type NodeFacts = {
  readonly urls: ListeningUrls;
  /** Facts for the shell of a development network; undefined when nothing is printed. */
  readonly shell: ShellFacts | undefined;
};

/**
 * Serves the explorer: files that `npm run build` made of src/explorer/page. The page is a client like any other, and
 * reads everything from the interfaces at `urls`, or from those that `?rpc=` names. The server itself holds no data and
 * reads no request body. Rejects with the system's error when it cannot listen.
 */
export async function openExplorer(
  options: ExplorerOptions,
  { urls, shell }: NodeFacts,
  rules: Rules,
  folder: string = siteFolder,
): Promise<Explorer> {
  const { address } = options;
  const publicUrls = { rpc: options['rpc-url'], ws: options['ws-url'], svm: options['svm-url'] };
  const files = new SiteFiles(folder);
  const base = options.path;
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const fail = () => {
      if (response.headersSent) response.destroy();
      else sendReply(response, missing, []); // a new build replaced the file
    };
    respond(request, response, { files, urls, publicUrls, base, shell, rules })
      .then((send) => send && rules.mainThread.run('request', parserOwner(request.socket, requestPauses), send, fail))
      .catch(fail);
  };
  const server = answerAfterEnd(createServer({ requestTimeout: clientTimeoutMs }, limitPipelining(listener)));
  server.timeout = clientTimeoutMs;
  countConnections(server, rules);
  server.listen(address);
  await once(server, 'listening'); // rejects on 'error'
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  return {
    host: address.host,
    port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Connections count with those of the interfaces (http.max-connections). */
function countConnections(server: Server, rules: Rules): void {
  const { connections } = rules;
  server.on('connection', (socket: Socket) => {
    const client = clientAt(socket.remoteAddress ?? '');
    if (connections.open(client) !== undefined) return socket.destroy();
    socket.once('close', () => connections.close(client));
    parseInTurns(socket, rules);
  });
}

type Serving = NodeFacts & {
  readonly files: SiteFiles;
  readonly publicUrls: PublicUrls;
  /** what is before every path where a proxy serves the explorer below one; empty at the root */
  readonly base: string;
  readonly rules: Rules;
};

/** Responds, or returns what sends the file, which is done by turns: many requests may wait for the same file. */
async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  serving: Serving,
): Promise<(() => void) | undefined> {
  const reply = (text: HttpReply): undefined => {
    sendReply(response, text, []);
  };
  const rejection = hostFault(request) ?? rejectHost(serving.rules.hosts, request.headers.host);
  if (rejection !== undefined) return reply(rejection);
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return reply(textReply(405, 'The explorer serves GET only.\n', ['allow', 'GET, HEAD']));
  const [asked = '', query = ''] = (request.url ?? '/').split('?', 2);
  const path = withoutBase(asked, serving.base);
  const file = serving.files.get(path.slice(1));
  if (file !== undefined && path !== '/index.html') {
    const caching = path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const loaded = await file;
    return () => send(request, response, loaded, { 'cache-control': caching });
  }
  if (/\.\w{1,5}$/.test(path) && path !== '/index.html') return reply(missing);
  const page = await serving.files.get('index.html');
  if (page === undefined) return reply(textReply(503, 'The explorer is not built: npm run build.\n'));
  return () => sendPage(page, query, { request, response, serving });
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly serving: Serving };

function sendPage(page: SiteFile, query: string, { request, response, serving }: Exchange): void {
  const chosen = chosenEndpoints(new URLSearchParams(query));
  const endpoints = chosen ?? endpointsFor(request.headers.host, serving.urls, serving.publicUrls);
  const isOwn =
    chosen === undefined && !isPublished(serving) && isDirect(request, serving) && isFromThisMachine(request);
  const html = page.plain
    .toString()
    .replaceAll('"./', `"${serving.base}/`)
    .replace('{{base}}', serving.base)
    .replace('{{endpoints}}', () => escaped(JSON.stringify(endpoints)))
    .replace('{{shell}}', () => escaped(JSON.stringify((isOwn && serving.shell) || null)));
  const headers = { 'cache-control': 'no-cache', 'content-security-policy': contentSecurityPolicy(endpoints) };
  send(request, response, { type: page.type, plain: Buffer.from(html), gzipped: undefined }, headers);
}

/** Whether the operator has set up a proxy for everybody. */
function isPublished({ publicUrls, base }: Serving): boolean {
  return base !== '' || Object.values(publicUrls).some((url) => url !== undefined);
}

function isDirect({ socket }: IncomingMessage, { rules }: Serving): boolean {
  return !rules.clients.isProxy(clientAt(socket.remoteAddress ?? ''));
}

/** A proxy may remove the path below which it serves the explorer, or not. */
function withoutBase(path: string, base: string): string {
  return path === base || path.startsWith(`${base}/`) ? path.slice(base.length) : path;
}

type Sent = Omit<SiteFile, 'gzipped'> & { readonly gzipped: Buffer | undefined };

function send(request: IncomingMessage, response: ServerResponse, file: Sent, headers: Record<string, string>): void {
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = acceptsGzip && file.gzipped !== undefined ? file.gzipped : file.plain;
  response.writeHead(200, {
    ...commonHeaders,
    ...headers,
    ...(body === file.gzipped ? { 'content-encoding': 'gzip' } : {}),
    vary: 'accept-encoding',
    'content-type': file.type,
    'content-length': body.length,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Text for the value of an HTML attribute. */
function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
