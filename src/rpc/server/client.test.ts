import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientAt } from './client.ts';

test('a client is counted by its IPv4 address, or by the first half of its IPv6 address', () => {
  for (const [given, address, network] of [
    ['1.2.3.4', '1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4', '1.2.3.4'],
    ['2001:db8:0:1::5', '2001:db8:0:1::5', '2001:db8:0:1'],
    ['2001:db8:0:1:9:9:9:9', '2001:db8:0:1:9:9:9:9', '2001:db8:0:1'],
    ['::1', '::1', '0:0:0:0'],
  ] as const) {
    assert.deepEqual(clientAt(given), { address, network });
  }
});
