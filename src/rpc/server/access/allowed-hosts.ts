import { isIP } from 'node:net';

/** Whether a text is a host name, `*` before a domain (`*.example.com`), or `*` for any. */
export function isHostPattern(text: string): boolean {
  return /^(?:\*|(?:\*\.)?[a-z\d_]([a-z\d_.-]*[a-z\d_])?)$/i.test(text);
}

/**
 * The host names under which a node is served. When the name of a web page resolves to this machine (DNS rebinding), a
 * browser takes the node for the origin of the page; but the Host header still has the name of the page. IP addresses
 * cannot be rebound, and browsers resolve `localhost` and its subdomains to the machine itself (RFC 6761, 6.3), so
 * these are always allowed.
 */
export class AllowedHosts {
  readonly #names: readonly string[];

  /** `names`: each must satisfy isHostPattern */
  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase());
  }

  /** `host`: the header, with or without a port. Browsers always send it, so a request without it is allowed. */
  has(host: string | undefined): boolean {
    if (host === undefined || host === '' || this.#names.includes('*')) return true;
    const name = nameOf(host);
    if (name === undefined) return false;
    return isIP(name) !== 0 || isUnder(name, 'localhost') || this.#names.some((pattern) => matches(name, pattern));
  }
}

/** The name or address in a Host header, without port, brackets and the dot at the end; undefined when malformed. */
function nameOf(host: string): string | undefined {
  const [, bracketed, plain] = /^(?:\[([^[\]]*)\]|([^[\]:]+))(?::\d*)?$/.exec(host) ?? [];
  return bracketed ?? plain?.toLowerCase().replace(/\.$/, '');
}

function isUnder(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}

function matches(name: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern;
}
