import { createServer } from 'node:net';
import type { Listener } from '../config/listeners.ts';
import { PortError } from './port-error.ts';

/** Tries to listen on every address first, so that a port in use is reported before anything is started or written. */
export async function checkPorts(listeners: readonly Listener[]): Promise<void> {
  for (const listener of listeners) await tryListening(listener);
}

function tryListening(listener: Listener): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(new PortError(listener, error)));
    server.listen({ ...listener.address, exclusive: true }, () => server.close(() => resolve()));
  });
}
