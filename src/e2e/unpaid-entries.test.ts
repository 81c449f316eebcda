import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Contract, JsonRpcProvider, Wallet } from 'ethers';
import { multilayerAddress, rdkAddress, stakingAddress } from '../modules/addresses.ts';
import type { Address } from '../primitives/address.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { root } from '../testing/modules/rollup-harness.ts';
import { startTestNode } from '../testing/test-node.ts';

const qor = 1_000_000n;
const none = `0x${'00'.repeat(32)}`;
const pools: readonly Address[] = [stakingAddress, rdkAddress, multilayerAddress];

test('what a module cannot pay when it is due is paid later, once it can', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const alice = new Wallet(node.accounts[1]?.privateKey ?? '', provider);
  const contract = (name: string, address: Address) => moduleContract(name, address, alice);
  const send = async (to: Contract, name: string, ...args: readonly unknown[]) => {
    const receipt = await (await to.getFunction(name).send(...args)).wait();
    assert.equal(receipt?.status, 1, name);
  };
  const pass = async (seconds: number) => {
    await provider.send('evm_increaseTime', [seconds]);
    await provider.send('evm_mine', []);
  };
  const balances = () => Promise.all(pools.map((pool) => provider.getBalance(pool)));
  const setBalances = async (wei: readonly bigint[]) => {
    for (const [at, pool] of pools.entries())
      await provider.send('anvil_setBalance', [pool, `0x${(wei[at] ?? 0n).toString(16)}`]);
  };
  const [staking, rdk] = [contract('IStaking', stakingAddress), contract('IRdk', rdkAddress)];
  const layers = contract('IMultilayer', multilayerAddress);
  await send(staking, 'delegate', node.accounts[0]?.address, 10n * qor);
  await send(staking, 'undelegate', node.accounts[0]?.address, 10n * qor);
  await send(rdk, 'createRollup', 'shop', 'custom', 10_000n * qor, '');
  await send(rdk, 'submitBatch', 'shop', 1, root(1), none, 7, none, none, '0x');
  await send(rdk, 'stopRollup', 'shop');
  await send(layers, 'registerPaychain', 'coffee', '', 1, 1, 1);
  await send(layers, 'updateLayerStatus', 'coffee', 'decommissioned', '');
  const held = await balances();
  await setBalances([]);
  await pass(100);
  assert.equal((await provider.send('qor_getRollupStatus', ['shop'])).pending_batches, 1, 'it cannot be made final');
  await setBalances(held);
  const before = await provider.getBalance(alice.address);
  await pass(3_500);
  assert.deepEqual(await balances(), held);
  await pass(200);
  const stake = 9_900n * qor + 100n * qor;
  assert.equal((await provider.getBalance(alice.address)) - before, (10n * qor + stake) * 10n ** 12n);
  assert.equal((await provider.send('qor_getRollupStatus', ['shop'])).pending_batches, 0);
  assert.deepEqual((await balances()).slice(1), [0n, 0n]);
});
