import { isIP } from 'node:net';

/** Whether a text is a host name, `*` before a domain (`*.example.com`), or `*` for any. */
export function isHostPattern(text: string): boolean {
  return /^(?:\*|(?:\*\.)?[a-z\d_]([a-z\d_.-]*[a-z\d_])?)$/i.test(text);
}

/**
 * The names under which a node may be asked. A page whose own name leads to this machine (DNS rebinding) counts as of the
 * node's origin for a browser, but it sends its own name as Host. Addresses cannot be turned to another machine, and
 * browsers keep `localhost` and what ends with it to the machine itself (RFC 6761, 6.3): these are always allowed.
 */
export class AllowedHosts {
  readonly #names: readonly string[];

  /** `names`: each one isHostPattern accepts */
  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase());
  }

  /** `host`: the header, with or without a port. Only programs that are no browsers leave it out or empty. */
  has(host: string | undefined): boolean {
    if (host === undefined || host === '' || this.#names.includes('*')) return true;
    const name = nameOf(host);
    if (name === undefined) return false;
    return isIP(name) !== 0 || isUnder(name, 'localhost') || this.#names.some((pattern) => matches(name, pattern));
  }
}

/** The name or address in a Host header, without port, brackets and the dot at the end; undefined when it is none. */
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
