import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { TestContext } from 'node:test';

/** Lets a server listen on a free port of 127.0.0.1 until the end of the test; returns the port. */
export async function listen(t: Pick<TestContext, 'after'>, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    if (server instanceof HttpServer || server instanceof HttpsServer) server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // a TCP server has no other kind
}
