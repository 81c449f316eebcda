import type { Listener } from '../config/listeners.ts';

/** The node cannot listen on an address. */
export class PortError extends Error {
  override name = 'PortError';
  readonly listener: Listener;
  /** the error code of the system, such as EADDRINUSE */
  readonly code: string;
  constructor(listener: Listener, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message;
    super(`${listener.name}: ${reasonOf(code, listener)}; set another with ${flagOf(listener)} host:port`);
    this.listener = listener;
    this.code = code;
  }
}

function reasonOf(code: string, { address: { host, port } }: Listener): string {
  if (code === 'EADDRINUSE') return `port ${port} of ${host} is in use`;
  if (code === 'EACCES') return `this user is not allowed to listen on port ${port}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `this machine has no address ${host}`;
  return `cannot listen on ${host}:${port} (${code})`;
}

/** `[json-rpc] address` → `--json-rpc.address` */
function flagOf({ name }: Listener): string {
  return name.replace(/^\[(.*)\] (\S+).*/, '--$1.$2');
}
