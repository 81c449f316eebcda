import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as z from 'zod';
import { postJson } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';

const block = z.object({ timestamp: z.string() });
const day = 86_400;

async function start(t: TestContext) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const call = async (method: string, ...params: readonly unknown[]) =>
    (await postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const newest = async () => Number(block.parse(await call('eth_getBlockByNumber', 'latest', false)).timestamp);
  const shift = async () => Number(await call('evm_increaseTime', 0));
  return { restart: () => node.restart(), call, newest, shift };
}

test('the shift of the time is kept when the node is started again, so that blocks neither stand still nor go back', async (t) => {
  const { restart, call, newest, shift } = await start(t);
  const before = await newest();
  await call('evm_increaseTime', day);
  await restart(); // no block has the moved time yet
  assert.equal(await shift(), day);
  await call('evm_mine');
  assert.ok((await newest()) >= before + day);
  await call('evm_increaseTime', day);
  await call('evm_mine');
  const moved = await newest();
  await restart();
  assert.equal(await shift(), 2 * day, 'it is that of the clock, not of the newest block');
  await call('evm_increaseTime', 100);
  await call('evm_mine');
  assert.ok((await newest()) >= moved + 100, 'it moves on from where it was');
});

test('a time that was set for a block, and one that a snapshot brought back, are kept', async (t) => {
  const { restart, call, newest, shift } = await start(t);
  const snapshot = await call('evm_snapshot');
  const set = (await newest()) + 5 * day;
  await call('evm_setNextBlockTimestamp', set);
  await call('evm_mine');
  assert.equal(await newest(), set);
  const far = await shift();
  await restart();
  assert.equal(await shift(), far);
  await call('evm_mine');
  assert.ok((await newest()) >= set);
  const late = await call('evm_snapshot');
  await call('evm_increaseTime', day);
  assert.equal(await call('evm_revert', late), true);
  await restart();
  assert.equal(await shift(), far);
  assert.equal(await call('evm_revert', snapshot), false, 'snapshots end with the node');
  await call('anvil_reset');
  await restart();
  assert.equal(await shift(), 0);
});

test('a time that was set for the next block, and a fixed step, are kept until that block', async (t) => {
  const { restart, call, newest } = await start(t);
  const set = (await newest()) + 400 * day;
  await call('evm_setNextBlockTimestamp', set);
  await restart();
  await restart();
  await call('evm_mine');
  assert.equal(await newest(), set);
  await restart();
  await call('evm_mine');
  assert.ok((await newest()) < set + day, 'it was for one block');
  const before = await newest();
  await call('anvil_setBlockTimestampInterval', day);
  await restart();
  await call('evm_mine');
  assert.equal(await newest(), before + day);
  assert.equal(await call('anvil_removeBlockTimestampInterval'), true);
  await call('evm_setNextBlockTimestamp', before + 9 * day);
  await call('anvil_reset');
  await restart();
  await call('evm_mine');
  assert.ok((await newest()) < before + 2 * day, 'a reset forgets what was set');
});

test('blocks that a fixed step has put before the clock are not followed by earlier ones', async (t) => {
  const { restart, call, newest } = await start(t);
  await call('anvil_setBlockTimestampInterval', day);
  for (let blocks = 0; blocks < 3; blocks++) await call('evm_mine');
  const last = await newest();
  await restart();
  await call('evm_mine');
  assert.ok((await newest()) >= last);
});
