import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { postJson } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';

const block = z.object({ timestamp: z.string() });

test('time that was moved forward goes on after a restart instead of standing still', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const call = async (method: string, ...params: readonly unknown[]) =>
    (await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const newest = async () => Number(block.parse(await call('eth_getBlockByNumber', 'latest', false)).timestamp);
  await call('evm_increaseTime', 86_400);
  await call('evm_mine');
  const moved = await newest();
  await node.restart();
  const shift = Number(await call('evm_increaseTime', 0));
  assert.ok(shift > 86_000, `the shift is ${shift} s`);
  await call('evm_increaseTime', 100);
  await call('evm_mine');
  assert.ok((await newest()) >= moved + 100, 'it moves on from where it was');
});
