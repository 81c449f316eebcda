import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, Wallet } from 'ethers';
import * as z from 'zod';
import { crossvmAddress, stakingAddress, svmAddress, xqoreAddress } from '../modules/addresses.ts';
import type { Address } from '../primitives/address.ts';
import { openModuleChain } from '../testing/module-chain.ts';
import { exportedGenesis } from '../testing/modules/exported-genesis.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const overview = z.object({ supply: z.object({ total_supply: z.string(), circulating_supply: z.string() }) });
const qor = 1_000_000n;

test('the circulating supply is the same in both interfaces, before and after coins are staked, locked, paid and moved', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = new Wallet(node.accounts[3]?.privateKey ?? '', provider);
  /** uqor of the overview and lamports of getSupply, read as text: they exceed 2^53 */
  const figures = async () => {
    const { supply } = overview.parse(await provider.send('qor_getTokenomicsOverview', []));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSupply', params: [] });
    const response = await fetch(node.urls.svm, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    const lamports = (name: string) => BigInt(new RegExp(`"${name}":(\\d+)`).exec(text)?.[1] ?? -1);
    const [total, circulating] = [lamports('total'), lamports('circulating')];
    assert.equal(total, circulating + lamports('nonCirculating'));
    assert.equal(total / 1_000n, BigInt(supply.total_supply));
    assert.equal(circulating / 1_000n, BigInt(supply.circulating_supply));
    return { total, circulating };
  };
  /** lamports that one call removed from circulation, its fee included */
  const takes = async (module: string, address: Address, name: string, args: readonly unknown[], options = {}) => {
    const before = await figures();
    const sent = await moduleContract(module, address, wallet)
      .getFunction(name)
      .send(...args, options);
    const receipt = await sent.wait();
    const after = await figures();
    const fee = BigInt(receipt?.gasUsed ?? 0n) * BigInt(receipt?.gasPrice ?? 0n);
    const burned = before.total - after.total;
    assert.ok(burned * 10n ** 9n <= fee, 'only a part of the fee is burned');
    return { moved: before.circulating - after.circulating, fee: fee / 10n ** 9n };
  };
  const isAbout = ({ moved, fee }: { moved: bigint; fee: bigint }, uqor: bigint) =>
    assert.ok(moved >= uqor * 1_000n && moved <= uqor * 1_000n + fee + 1n, `${moved} of ${uqor} and ${fee}`);

  const start = await figures();
  assert.ok(start.circulating < start.total, 'the stake of genesis does not circulate');
  isAbout(await takes('IStaking', stakingAddress, 'delegate', [node.accounts[0]?.address, 100n * qor]), 100n * qor);
  isAbout(await takes('IXqore', xqoreAddress, 'lock', [50n * qor]), 50n * qor);
  isAbout(await takes('IStaking', stakingAddress, 'undelegate', [node.accounts[0]?.address, 40n * qor]), 0n);
  const key = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
  const value = 20n * 10n ** 18n + 1n * 10n ** 9n;
  isAbout(await takes('ISvm', svmAddress, 'deposit', [key], { value }), 0n);
  const message = ['evm', 'svm', key, new Uint8Array(), 5n * qor];
  isAbout(await takes('ICrossvm', crossvmAddress, 'call', message), 0n);
  const end = await figures();

  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
  const again = openModuleChain(await exportedGenesis(node.home));
  const { supply } = overview.parse(again.query('qor_getTokenomicsOverview'));
  assert.equal(BigInt(supply.circulating_supply), end.circulating / 1_000n);
  again.assertSupply();
});
