import { isIP } from 'node:net';
import type { Client } from '../../types.ts';
import { Networks } from './networks.ts';

/** The client at an IP address, as a socket has it. */
export function clientAt(address: string): Client {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
  return { address: plain, network: networkOf(plain) };
}

/** Tells who sends a request: the peer, or whom a proxy that the operator trusts names. */
export class Clients {
  readonly #proxies: Networks | undefined;

  /** `trustedProxies`: addresses and networks */
  constructor(trustedProxies: readonly string[]) {
    this.#proxies = trustedProxies.length === 0 ? undefined : new Networks(trustedProxies);
  }

  /** Whether many clients may come from there. */
  isProxy({ address }: Client): boolean {
    return this.#proxies?.has(address) ?? false;
  }

  /**
   * `forwardedFor`: the header X-Forwarded-For, to which each proxy appends whom it was asked by. Only what trusted
   * proxies have appended counts: the last address that is none of theirs. Whatever stands before it anybody may have
   * written.
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

/** Somebody who has one IPv6 address has 2^64 of them: what counts is the first half. */
function networkOf(address: string): string {
  return address.includes(':') ? expand(address).slice(0, 4).join(':') : address;
}

function expand(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
}
