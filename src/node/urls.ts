import type { ListenAddress } from '../primitives/settings.ts';
import type { Log } from './log/create-log.ts';

/** URL under which a client on this machine reaches a server. */
export function urlOf(scheme: 'http' | 'ws', isSecure: boolean, host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}${isSecure ? 's' : ''}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

type Exposure = { readonly address: ListenAddress; readonly 'read-only': boolean };

/** Warns of an interface that other machines can reach and that accepts transactions: seldom intended. */
export function warnIfPublic(
  section: string,
  { address: { host }, 'read-only': isReadOnly }: Exposure,
  log: Log,
): void {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLocal || isReadOnly) return;
  log.warn(
    `[${section}] is open to the network at ${host} and accepts transactions: set read-only = true unless this is intended`,
  );
}
