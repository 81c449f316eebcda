import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from './log/create-log.ts';
import { urlOf, warnIfPublic } from './urls.ts';

test('a URL is one that a client on this machine can use', () => {
  assert.equal(urlOf('http', false, '0.0.0.0', 1), 'http://127.0.0.1:1');
  assert.equal(urlOf('ws', true, '::', 2), 'wss://[::1]:2');
  assert.equal(urlOf('http', true, 'node.example', 3), 'https://node.example:3');
});

test('warns only of an interface that others can reach and that accepts transactions', () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'text' }, (line) => lines.push(line));
  const warn = (host: string, readOnly: boolean) =>
    warnIfPublic('json-rpc', { address: { host, port: 1 }, 'read-only': readOnly }, log);
  for (const host of ['127.0.0.1', '127.0.1.1', 'localhost', '::1']) warn(host, false);
  for (const host of ['0.0.0.0', '::', '192.168.1.2']) warn(host, true);
  assert.deepEqual(lines, []);
  warn('0.0.0.0', false);
  assert.match(
    lines.join(),
    /WARN \[json-rpc\] is open to the network at 0\.0\.0\.0 and accepts transactions: set read-only/,
  );
});
