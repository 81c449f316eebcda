import { BlockList, isIP } from 'node:net';

/** How commands of the program reach this node from a shell on its machine. */
export type ShellFacts = {
  /** what starts the program, word by word */
  readonly program: readonly string[];
  /** folder of the node; null for the usual one, which commands use by themselves */
  readonly home: string | null;
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Headers that proxies add to the requests they pass on. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

type PageRequest = {
  readonly httpVersion?: string;
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: Readonly<Record<string, unknown>> & { readonly host?: string | undefined };
};

/**
 * Whether a request comes from the machine of the node and asks for it by a name of that machine. Folders of the node
 * are named to its own user only: a proxy on the same machine passes requests of strangers on.
 */
export function isFromThisMachine({ httpVersion, socket, headers }: PageRequest): boolean {
  if (httpVersion === '1.0') return false; // no browser speaks it; nginx does, which names itself by no header
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false;
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const name = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(headers.host ?? '');
  const host = name?.[1] ?? name?.[2] ?? '';
  return isLoopback(address) && (host === 'localhost' || isLoopback(host));
}

function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
