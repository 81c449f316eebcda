import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsOptions } from '../../config/metrics-options.ts';
import { elapsedMs } from '../../primitives/machine.ts';
import type { DispatchMetrics } from '../../rpc/dispatch/dispatcher.ts';
import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';
import { rejectHost } from '../../rpc/server/access/access.ts';
import type { AllowedHosts } from '../../rpc/server/access/allowed-hosts.ts';
import { hostFault } from '../../rpc/server/access/request-headers.ts';
import type { ConnectionRules } from '../../rpc/server/connections.ts';
import { sendReply } from '../../rpc/server/http-reply.ts';
import { parseInTurns } from '../../rpc/server/parse-in-turns.ts';
import { answerAfterEnd, limitPipelining } from '../../rpc/server/pipelining.ts';
import { UnfinishedBytes } from '../../rpc/server/unfinished-bytes.ts';
import { createExecutionMetrics } from './execution-metrics.ts';
import { createRpcMetrics } from './rpc-metrics.ts';

/** The metrics of a node and the page that serves them. */
export type Metrics = {
  readonly register: Registry;
  readonly rpc: (name: 'evm' | 'svm') => DispatchMetrics;
  readonly executions: ExecutionMetrics;
  readonly url: string;
  close(): Promise<void>;
};

/** Milliseconds that a client has to send a request, and to read the response. */
const clientTimeoutMs = 30_000;
/** A few collectors read the page, every few seconds; each text has some 100 kB. */
const maxConnections = 64;
/** Bytes that wait to be parsed. */
const maxUnfinishedBytes = 8 * 1024 * 1024;
/** Milliseconds for which a text serves all who request it: making one takes milliseconds of the main thread. */
const keptForMs = 250;

/** The text of the metrics, which is made once for requests that follow each other closely. */
class MetricsText {
  readonly #register: Registry;
  #text: Promise<string> | undefined;
  #madeAt = 0;

  constructor(register: Registry) {
    this.#register = register;
  }

  read(): Promise<string> {
    const now = elapsedMs();
    if (this.#text === undefined || now - this.#madeAt > keptForMs) {
      this.#madeAt = now;
      this.#text = this.#register.metrics();
    }
    return this.#text;
  }
}

/** Serves /metrics. Rejects with the system's error when it cannot listen. */
export async function openMetrics(
  { address }: MetricsOptions,
  hosts: AllowedHosts,
  rules: Pick<ConnectionRules, 'mainThread' | 'faults'>,
): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const texts = new MetricsText(register);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const rejection = hostFault(request) ?? rejectHost(hosts, request.headers.host);
    if (rejection !== undefined) return sendReply(response, rejection, []);
    if (request.url !== '/metrics') return response.writeHead(404).end('see /metrics\n');
    const text = await texts.read();
    return response.writeHead(200, { 'content-type': register.contentType }).end(text);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    respond(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  };
  const server = answerAfterEnd(createServer({ requestTimeout: clientTimeoutMs }, limitPipelining(listener)));
  server.timeout = clientTimeoutMs; // also ends connections whose client reads nothing
  server.maxConnections = maxConnections;
  const unfinished = new UnfinishedBytes({ totalBytes: maxUnfinishedBytes, bytesPerClient: maxUnfinishedBytes });
  server.on('connection', (socket: Socket) => parseInTurns(socket, { ...rules, unfinished }));
  server.listen(address);
  await once(server, 'listening'); // rejects on 'error'
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  return {
    register,
    rpc: createRpcMetrics(register),
    executions: createExecutionMetrics(register),
    url: `http://${address.host}:${port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
