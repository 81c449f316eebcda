import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clients, clientAt, isNetwork } from './client.ts';

test('limits count by IPv4 address, or by the first 52 bits of an IPv6 address', () => {
  for (const [given, address, network] of [
    ['1.2.3.4', '1.2.3.4', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4', '1.2.3.4'],
    ['2001:db8:0:1::5', '2001:db8:0:1::5', '2001:db8:0:0'],
    ['2001:db8::5', '2001:db8::5', '2001:db8:0:0'],
    ['2001:db8:0:fff:9:9:9:9', '2001:db8:0:fff:9:9:9:9', '2001:db8:0:0'],
    ['2001:db8:0:1000::5', '2001:db8:0:1000::5', '2001:db8:0:1000'],
    ['2001:db8:0:ffff::', '2001:db8:0:ffff::', '2001:db8:0:f000'],
    ['::1', '::1', '0:0:0:0'],
  ] as const) {
    assert.deepEqual(clientAt(given), { address, network });
  }
});

const peer = clientAt('10.0.0.1');
const behind = (forwardedFor: string | undefined, proxies = ['10.0.0.0/8', 'fd00::/8']) =>
  new Clients(proxies).behind(peer, forwardedFor).address;

test('behind trusted proxies the client is the last address that is not a trusted proxy', () => {
  assert.equal(behind('1.2.3.4'), '1.2.3.4');
  assert.equal(behind('6.6.6.6, 1.2.3.4'), '1.2.3.4', 'what stands before it anybody may have written');
  assert.equal(behind('6.6.6.6, 1.2.3.4, 10.9.9.9,fd00::1'), '1.2.3.4');
  assert.equal(behind('1.2.3.4:5678'), '1.2.3.4');
  assert.equal(behind('[2001:db8::1]:5678'), '2001:db8::1');
  assert.equal(behind('10.1.1.1, 10.2.2.2'), '10.1.1.1', 'a client beside the proxies');
});

test('the header is used only when the peer is a trusted proxy', () => {
  assert.equal(behind('1.2.3.4', []), '10.0.0.1');
  assert.equal(behind('1.2.3.4', ['10.0.0.2']), '10.0.0.1');
  assert.equal(behind(undefined), '10.0.0.1');
  assert.equal(behind('unknown'), '10.0.0.1');
  assert.equal(behind('6.6.6.6, unknown, 10.0.0.3'), '10.0.0.3');
});

test('a network is an address with or without a prefix length', () => {
  for (const text of ['1.2.3.4', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0']) assert.ok(isNetwork(text), text);
  for (const text of ['', 'proxy', '1.2.3', '1.2.3.4/33', '::/129', '1.2.3.4/', '1.2.3.4/8/8', '1.2.3.4/-1']) {
    assert.ok(!isNetwork(text), text);
  }
});
