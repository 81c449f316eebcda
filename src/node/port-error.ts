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

/**
 * The error of a server that cannot listen at one of these addresses; any other as it is. Another program may take a
 * port after it was tried.
 */
export function toPortError(error: unknown, listeners: readonly Listener[]): unknown {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen' && 'port' in error)) return error;
  const listener = listeners.find(({ address }) => address.port === error.port);
  return listener === undefined ? error : new PortError(listener, error);
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
