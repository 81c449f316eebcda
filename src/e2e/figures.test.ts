import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider, Wallet } from 'ethers';
import {
  aiAddress,
  crossvmAddress,
  fairblockAddress,
  gasabstractionAddress,
  pqcAddress,
  rdkAddress,
} from '../modules/addresses.ts';
import { aiRiskScore } from '../modules/ai/calls.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { startTestNode } from '../testing/test-node.ts';

const qor = 1_000_000n;

test('figures are what their names say', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const wallet = (at: number) => new Wallet(node.accounts[at]?.privateKey ?? '', provider);
  const ask = (method: string, ...params: readonly unknown[]) => provider.send(method, [...params]);
  const send = async (
    name: string,
    address: Parameters<typeof moduleContract>[1],
    call: string,
    ...args: unknown[]
  ) => {
    const contract = moduleContract(name, address, wallet(1));
    assert.equal((await (await contract.getFunction(call).send(...args)).wait())?.status, 1);
  };

  await t.test('coins that pay fees in other tokens do not circulate', async () => {
    const circulating = async () => BigInt((await ask('qor_getTokenomicsOverview')).supply.circulating_supply);
    const before = await circulating();
    await send('IGasabstraction', gasabstractionAddress, 'addLiquidity', { value: 5_000n * 10n ** 18n });
    const lost = before - (await circulating());
    assert.ok(lost >= 5_000n * qor && lost < 5_001n * qor, `${lost} uqor`);
  });

  await t.test('a token without an asset is listed, and marked', async () => {
    const { accepted_tokens, without_asset } = await ask('qor_getGasAbstractionConfig');
    assert.deepEqual(
      accepted_tokens.map(({ denom }: { denom: string }) => denom),
      ['uqor', 'ibc/USDC', 'ibc/ATOM'],
    );
    assert.deepEqual(without_asset, ['ibc/ATOM']);
  });

  await t.test('a payment to the address of a module fills no lane', async () => {
    await ask('evm_setAutomine', false);
    const hashes: string[] = [];
    for (const [at, to] of [fairblockAddress, pqcAddress, aiAddress].entries())
      hashes.push((await wallet(2 + at).sendTransaction({ to, gasLimit: 100_000n })).hash);
    const call = { to: aiAddress, data: aiRiskScore.selector, gasLimit: 100_000n };
    const { hash } = await wallet(5).sendTransaction(call);
    const lanes = await ask('qord_getPoolLanes');
    assert.deepEqual([...lanes.default].sort(), [...hashes].sort());
    assert.deepEqual(lanes.ai, [hash]);
    assert.deepEqual(Object.keys(lanes).sort(), ['ai', 'default']);
    assert.equal((await ask('qor_getLaneConfiguration')).enforced, false);
    await ask('evm_setAutomine', true);
    await ask('evm_mine');
  });

  await t.test('a message to a machine that does not run here is refused before it is paid for', async () => {
    const crossvm = moduleContract('ICrossvm', crossvmAddress, wallet(1));
    const call = crossvm.getFunction('call(string,string,string,bytes,uint256)');
    await assert.rejects(call.staticCall('evm', 'cosmwasm', `qor1${'q'.repeat(38)}`, '0x01', qor), /runs here/);
    await assert.rejects(call.staticCall('evm', 'svm', '1'.repeat(32), '0x01', qor), /SVM module is disabled/);
  });

  await t.test('a rollup and its layer show the same limits', async () => {
    await send('IRdk', rdkAddress, 'createRollup', 'limits', 'custom', 10_000n * qor, '');
    const layer = () => ask('qor_getLayerInfo', 'limits');
    assert.equal((await layer()).max_gas_per_block, 10_000_000);
    await send('IRdk', rdkAddress, 'setExecution', 'limits', 1234, 777, 'standard', 'native');
    await send('IRdk', rdkAddress, 'setChallengeTerms', 'limits', 4321, 1_000n * qor);
    const { target_block_time_ms, max_transactions_per_block, challenge_period_seconds } = await layer();
    assert.deepEqual([target_block_time_ms, max_transactions_per_block, challenge_period_seconds], [1234, 777, 4321]);
  });
});
