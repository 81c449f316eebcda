import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postJson } from '../../testing/raw-rpc.ts';
import { assertSupplyIsSumOfBalances } from '../../testing/supply.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';

const most = `0x${'f'.repeat(64)}`;
const [keeper, payer] = [`0x${'cc'.repeat(20)}`, `0x${'dd'.repeat(20)}`];

test('what a balance cannot hold is burned, whoever adds it, and the node starts again', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = (method: string, ...params: unknown[]) =>
    postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const send = async (tx: object) => {
    const { result: hash } = await ask('eth_sendTransaction', { from: node.accounts[0]?.address, ...tx });
    const find = async () => (await ask('eth_getTransactionReceipt', hash)).result as { status: string } | null;
    assert.equal((await until(find, 'a receipt')).status, '0x1');
  };
  const modules = Array.from({ length: 16 }, (_, number) => `0x${(0xd00 + number).toString(16).padStart(40, '0')}`);
  const others = ['0x0000000000000000000000000000000000000801', '0x0000000000000000000000000000000000000802'];
  const [plain, called, other] = node.accounts.slice(1).map(({ address }) => address);
  for (const address of [...modules, ...others, plain, keeper, other]) await ask('anvil_setBalance', address, most);
  // pays whom its data name: 1 wei with CALL, then the rest with SELFDESTRUCT
  await ask('anvil_setCode', payer, '0x5f5f5f5f60015f355af15f35ff');
  await send({ to: plain, value: '0x5' });
  await send({ to: payer, value: '0x3', data: `0x${'00'.repeat(12)}${keeper.slice(2)}` });
  await send({ to: payer, value: '0x3', data: `0x${'00'.repeat(12)}${called?.slice(2)}` });
  await ask('anvil_mine', '0x20');
  for (const full of [plain, keeper]) assert.equal((await ask('eth_getBalance', full, 'latest')).result, most);
  await node.restart();
  assert.equal((await ask('anvil_mine', '0x5')).error, undefined);
  await send({ to: plain, value: '0x5' });
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
});
