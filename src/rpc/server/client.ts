import type { Client } from '../contract.ts';

/** The client at an IP address, as a socket has it. */
export function clientAt(address: string): Client {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address;
  return { address: plain, network: networkOf(plain) };
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
