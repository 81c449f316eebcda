import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testRules } from '../../testing/interfaces/server-rules.ts';
import { clientAt } from './access/client.ts';

const [large, small, proxy] = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(clientAt);

test('clients with many connections leave the last third to those with few: one less, full, and one more', () => {
  assert.ok(large && small && proxy);
  const { connections } = testRules({ 'max-connections': 150, 'trusted-proxies': proxy.address });
  const open = (client: typeof large, count: number) => {
    for (let opened = 0; opened < count; opened++) assert.equal(connections.open(client), undefined);
  };
  open(large, 99);
  open(small, 1);
  assert.match(connections.open(large) ?? '', /last third of 150/);
  connections.close(small);
  open(large, 1);
  open(small, 49);
  assert.match(connections.open(large) ?? '', /last third of 150/);
  open(proxy, 1);
  assert.match(connections.open(small) ?? '', /All 150/);
  connections.close(proxy);
  open(small, 1);
  assert.match(connections.open(small) ?? '', /All 150/);
});
