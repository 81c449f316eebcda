import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Wallet, WebSocketProvider } from 'ethers';
import { createPublicClient, webSocket } from 'viem';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const [key = '', receiver = ''] = [developmentAccounts[0]?.privateKey, developmentAccounts[1]?.address];

test('ethers and viem receive blocks, logs and pending transactions', async (t) => {
  const { urls } = await startTestNode(t);
  const provider = new WebSocketProvider(urls.webSocket);
  t.after(() => provider.destroy());
  const client = createPublicClient({ transport: webSocket(urls.webSocket, { reconnect: false }) });
  const heads: bigint[] = [];
  const pending: string[] = [];
  const endings = [
    client.watchBlockNumber({ onBlockNumber: (number) => heads.push(number) }),
    client.watchPendingTransactions({ onTransactions: (hashes) => pending.push(...hashes) }),
  ];
  const blocks: number[] = [];
  await provider.on('block', (number: number) => blocks.push(number));
  await until(() => heads.length > 0 && blocks.length > 0, 'an empty block');
  const wallet = new Wallet(key, provider);
  const sent = await wallet.sendTransaction({ to: receiver, value: 1n });
  const receipt = await sent.wait();
  assert.ok(receipt !== null);
  const { blockNumber } = receipt;
  await until(() => blocks.includes(blockNumber) && heads.includes(BigInt(blockNumber)), 'the block of the receipt');
  assert.ok(pending.includes(sent.hash));
  for (const end of endings) end();
  (await client.transport.getRpcClient()).close();
});
