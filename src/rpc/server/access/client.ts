import { BlockList, isIP } from 'node:net';
import type { Client } from '../../session.ts';

/** The client at an IP address, as `socket.remoteAddress` spells it. */
export function clientAt(address: string): Client {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
  return { address: plain, network: networkOf(plain) };
}

/** Determines the client of a request: the peer, or the client that a trusted proxy reports. */
export class Clients {
  readonly #proxies: Networks | undefined;

  /** `trustedProxies`: addresses and networks */
  constructor(trustedProxies: readonly string[]) {
    this.#proxies = trustedProxies.length === 0 ? undefined : new Networks(trustedProxies);
  }

  /** Whether connections from there may belong to many clients. */
  isProxy({ address }: Client): boolean {
    return this.#proxies?.has(address) ?? false;
  }

  /**
   * `forwardedFor`: the header X-Forwarded-For, to which each proxy appends the address of its client. Only what
   * trusted proxies have appended counts: the client is the last address that is not a trusted proxy. Anything before
   * it may be forged.
   */
  behind(peer: Client, forwardedFor: string | undefined): Client {
    const proxies = this.#proxies;
    if (proxies === undefined || forwardedFor === undefined || !proxies.has(peer.address)) return peer;
    let client = peer;
    for (const entry of forwardedFor.split(',').reverse()) {
      const address = addressOf(entry.trim());
      if (isIP(address) === 0) return client;
      client = clientAt(address);
      if (!proxies.has(client.address)) return client;
    }
    return client;
  }
}

/** Some proxies append the port too: `1.2.3.4:567`, `[2001:db8::1]:567`. */
function addressOf(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(entry) ?? [];
  return bracketed ?? plain ?? entry;
}

/**
 * Whoever has one IPv6 address has 2^64 of them, and many have 65,536 times as many (RFC 6177), so limits count by the
 * first 52 bits: sixteen clients are too few for the last third of what all share, which is for clients with little.
 */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [first, second, third, fourth = '0'] = expand(address);
  const bits = (Number.parseInt(fourth, 16) & 0xf000).toString(16);
  return [first, second, third, bits].join(':');
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}

/** Whether a text is an IP address or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** A set of addresses and networks. */
class Networks {
  readonly #list = new BlockList();

  /** `networks`: each must satisfy isNetwork */
  constructor(networks: readonly string[]) {
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      if (bits === undefined) this.#list.addAddress(address, familyOf(address));
      else this.#list.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.#list.check(address, familyOf(address));
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
