import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { MetricsOptions } from '../../config/metrics-options.ts';
import type { DispatchMetrics } from '../../rpc/dispatch/dispatcher.ts';
import type { ExecutionMetrics } from '../../rpc/execution/execution-metrics.ts';
import { rejectHost } from '../../rpc/server/access/access.ts';
import type { AllowedHosts } from '../../rpc/server/access/allowed-hosts.ts';
import { hostFault } from '../../rpc/server/access/request-headers.ts';
import { sendReply } from '../../rpc/server/http-reply.ts';
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

/** Serves /metrics. Rejects with the system's error when it cannot listen. */
export async function openMetrics({ address }: MetricsOptions, hosts: AllowedHosts): Promise<Metrics> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const server = createServer((request, response) => {
    const rejection = hostFault(request) ?? rejectHost(hosts, request.headers.host);
    if (rejection !== undefined) return sendReply(response, rejection, []);
    if (request.url !== '/metrics') return response.writeHead(404).end('see /metrics\n');
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
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
