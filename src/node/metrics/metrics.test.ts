import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signFrom } from '../../testing/sign-from.ts';
import { startTestNode } from '../../testing/test-node.ts';

test('metrics of blocks, pool and calls are served when they are enabled', async (t) => {
  const flags = { 'metrics.enable': 'true', 'consensus.block-interval': '0s' };
  const { node, urls } = await startTestNode(t, { flags });
  const committed = new Promise((resolve) => node.control.onBlock({ kind: 'client', name: 'test' }, resolve));
  node.control.add(signFrom(0));
  await committed;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [] });
  await fetch(urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const page = await (await fetch(node.urls.metrics ?? '')).text();
  for (const line of [
    'qord_height 1',
    'qord_blocks_total 1',
    'qord_transactions_total 1',
    'qord_gas_used_total 21000',
    'qord_mempool_pending 0',
    'qord_rpc_faults_total{interface="evm",method="eth_getBalance"} 1',
    'qord_rpc_call_seconds_count{interface="evm",method="eth_getBalance"} 1',
  ]) {
    assert.ok(page.includes(`${line}\n`), line);
  }
  assert.match(page, /^qord_seconds_since_block \d/m);
  assert.doesNotMatch(page, /qord_comet/, 'a node alone has none');
  assert.match(page, /^process_resident_memory_bytes \d+/m);
});
