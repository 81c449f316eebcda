import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, Transaction, Wallet } from 'ethers';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { toHex } from '../primitives/hex.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

const wallet = new Wallet(developmentAccounts[0]?.privateKey ?? '');

test('a development network accepts what others reject: large fees, and transactions for any chain', async (t) => {
  const { urls } = await startTestNode(t);
  const provider = new JsonRpcProvider(urls.http, 9800, { staticNetwork: true, pollingInterval: 20 });
  t.after(() => provider.destroy());
  // how contracts get the same address on every chain: signed without a chain id, by a key that is used once
  const once = Transaction.from({ type: 0, nonce: 0, gasPrice: 10n ** 11n, gasLimit: 100_000, data: '0x5f5ff3' });
  const key = Wallet.createRandom();
  once.signature = key.signingKey.sign(once.unsignedHash);
  assert.equal(once.chainId, 0n);
  const fields = { to: key.address, value: 10n ** 17n, gasLimit: 16_000_000, maxFeePerGas: 10n ** 12n };
  const paid = await wallet.connect(provider).sendTransaction(fields); // 16 QOR of fees at most
  assert.equal((await paid.wait())?.status, 1);
  const deployed = await (await provider.broadcastTransaction(once.serialized)).wait();
  assert.equal(deployed?.status, 1);
  const { v, chainId } = await provider.send('eth_getTransactionByHash', [once.hash]);
  assert.ok(['0x1b', '0x1c'].includes(v), v);
  assert.equal(chainId, undefined);
});

test('logging can be switched off and on, and a reset leaves it so', async (t) => {
  const node = await spawnNode(t, temporaryFolder(t), { 'consensus.block-interval': '0s' });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  assert.equal(await provider.send('anvil_setLoggingEnabled', [false]), null);
  await provider.send('evm_mine', []);
  await provider.send('anvil_reset', []);
  for (let block = 0; block < 2; block++) await provider.send('evm_mine', []);
  assert.equal(await provider.send('hardhat_setLoggingEnabled', [true]), null);
  await provider.send('evm_mine', []);
  await node.stop('SIGTERM');
  const heights = node.records.filter(({ msg }) => msg === 'block').map(({ height }) => height);
  assert.deepEqual(heights, [3]);
});

test('the pending block follows a replacement that is as long as what it replaces', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const ask = async (method: string, ...params: unknown[]) => {
    const { result, error } = await postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    assert.equal(error, undefined);
    return result;
  };
  await ask('evm_setAutomine', false);
  for (const cap of [2n, 3n].map((times) => times * 10n ** 11n)) {
    const { raw, hash } = signFrom(1, { cap, tip: cap });
    await ask('eth_sendRawTransaction', toHex(raw));
    const pending = (await ask('eth_getBlockByNumber', 'pending', false)) as { transactions: string[] };
    assert.deepEqual(pending.transactions, [hash]);
  }
});
