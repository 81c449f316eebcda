import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

const preload = new URL('../testing/node/shifting-date.js', import.meta.url).href;
const [from, to] = developmentAccounts.map(({ address }) => address);

test('a clock set back by an hour stops neither blocks nor receipts', { timeout: 600_000 }, async (t) => {
  const flags = { 'consensus.block-interval': '50ms' };
  const node = await spawnNode(t, temporaryFolder(t), flags, [preload]);
  const ask = async (method: string, ...params: unknown[]) =>
    (await postJson(node.urls.http ?? '', JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const height = async () => Number(await ask('eth_blockNumber'));
  const latest = async () => (await ask('eth_getBlockByNumber', 'latest', false)) as { timestamp: string };
  const waitForBlocks = async () => {
    const target = (await height()) + 3;
    await until(async () => (await height()) >= target, 'three blocks');
  };
  await waitForBlocks();
  const before = Number((await latest()).timestamp);
  for (const direction of ['back', 'forth']) {
    node.process.kill('SIGUSR2');
    await waitForBlocks();
    const sent = Array.from({ length: 40 }, () => ask('eth_sendTransaction', { from, to, value: '0x1' }));
    for (const hash of await Promise.all(sent)) {
      await until(() => ask('eth_getTransactionReceipt', hash), 'a receipt');
    }
    assert.ok(Number((await latest()).timestamp) >= before, `the date went ${direction}`);
  }
  assert.equal(await node.stop('SIGTERM'), 0);
});
