import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AllowedHosts, isHostPattern } from './allowed-hosts.ts';
import { isOriginPattern, Origins } from './origins.ts';

test('IP addresses, localhost and configured names are allowed hosts', () => {
  const hosts = new AllowedHosts(['Node.example.com', '*.lan']);
  for (const host of [
    ...[
      'localhost',
      'LOCALHOST:8545',
      'localhost.:8545',
      'app.localhost:80',
      '127.0.0.1:8545',
      '10.1.2.3',
      '[::1]:8545',
    ],
    ...['[::1]', 'node.example.com', 'node.example.com:443', 'a.lan', 'a.b.lan:1', '', undefined],
  ]) {
    assert.ok(hosts.has(host), host);
  }
  for (const host of [
    ...[
      'evil.example',
      'localhost.evil.example',
      'evil-localhost',
      'x.node.example.com',
      'lan',
      '127.0.0.1.evil.example',
    ],
    ...['[evil]', '[::1', '::1', 'a:b', 'a:1:2', ' localhost', 'localhost/', '127.1', '0x7f000001'],
  ]) {
    assert.ok(!hosts.has(host), host);
  }
  assert.ok(new AllowedHosts(['*']).has('evil.example'));
});

test('a host pattern is a name, or a domain with its subdomains', () => {
  for (const text of ['*', 'a', 'node_1', 'node.example.com', '*.example.com']) assert.ok(isHostPattern(text), text);
  for (const text of ['', '*.', '*x', 'a.*', 'a b', 'https://a', 'a:1', '-a', 'a-'])
    assert.ok(!isHostPattern(text), text);
});

const anywhere = 'https://evil.example';
const local = [
  ...['http://localhost', 'http://localhost:5173', 'https://localhost:1', 'http://app.localhost:80'],
  ...[
    'http://127.0.0.1:8547',
    'http://[::1]:3000',
    'chrome-extension://abc',
    'moz-extension://d-e',
    'safari-web-extension://F',
  ],
];

test('with guards, * allows any page to read, and local pages to change the chain', () => {
  const origins = new Origins(['*'], true);
  for (const origin of local) assert.ok(origins.mayRead(origin) && origins.mayChange(origin), origin);
  for (const origin of [
    ...[
      anywhere,
      'null',
      '',
      'http://localhost.evil.example',
      'http://evil.example:8545',
      'http://127.0.0.1.evil.example',
    ],
    ...[
      'http://localhost:80@evil.example',
      'http://localhost:8545.evil.example',
      'http://evil-localhost',
      'x-extension://a',
    ],
    ...['http://localhost, https://evil.example', 'http://a/localhost', 'file://localhost'],
  ]) {
    assert.ok(origins.mayRead(origin) && !origins.mayChange(origin), origin);
  }
});

test('a named origin is allowed everything, others nothing', () => {
  const origins = new Origins(['https://*.app.example', 'http://10.0.0.7:*', 'null'], true);
  for (const origin of ['https://a.app.example', 'http://10.0.0.7', 'http://10.0.0.7:80', 'null']) {
    assert.ok(origins.mayRead(origin) && origins.mayChange(origin), origin);
  }
  for (const origin of [anywhere, ...local, 'https://app.example', 'http://a.app.example', 'https://a.app.example:1']) {
    assert.ok(!origins.mayRead(origin) && !origins.mayChange(origin), origin);
  }
});

test('without guards, * allows any page everything', () => {
  assert.ok(new Origins(['*'], false).mayChange(anywhere));
  assert.ok(!new Origins([], false).mayRead('http://localhost'));
});

test('an origin pattern has a scheme, a host and an optional port', () => {
  for (const text of [
    '*',
    'null',
    'https://a.example',
    'http://localhost:*',
    'https://*.a',
    'x-y://*',
    'http://[::1]:80',
  ]) {
    assert.ok(isOriginPattern(text), text);
  }
  for (const text of ['', 'a.example', 'https://a/', 'https://a*', 'https://', 'https://a:b', 'https://a:*/', '**']) {
    assert.ok(!isOriginPattern(text), text);
  }
});
