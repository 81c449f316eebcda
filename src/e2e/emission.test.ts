import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JsonRpcProvider } from 'ethers';
import * as z from 'zod';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { exportedGenesis } from '../testing/modules/exported-genesis.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { startTestNode } from '../testing/test-node.ts';

const rateOf = z.object({
  inflation_rate: z.string(),
  current_epoch: z.number(),
  total_minted: z.string(),
  epoch_duration_ms: z.number(),
  measured_epochs: z.number(),
});
const overview = z.object({ inflation: rateOf, supply: z.object({ total_supply: z.string() }) });
const yearSeconds = 31_536_000;
const epochBlocks = 20;
const emission = 16_239_000_000;
/** uqor that are ever minted */
const cap = 114_285_714_000_000;

test('inflation is annual by the timestamps of headers, however long an epoch takes, in every interface', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, 9800, {
    staticNetwork: true,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const read = async () => rateOf.parse(await provider.send('qor_getInflationRate', []));
  const supply = async () =>
    Number(overview.parse(await provider.send('qor_getTokenomicsOverview', [])).supply.total_supply);
  const mine = (seconds: number, blocks = epochBlocks) =>
    provider.send('hardhat_mine', [`0x${blocks.toString(16)}`, `0x${seconds.toString(16)}`]);
  const timeOf = async (height: number) => (await provider.getBlock(height))?.timestamp ?? 0;
  const near = (found: number, expected: number) =>
    assert.ok(Math.abs(found / expected - 1) < 0.001, `${found} is not ${expected}`);

  const target = await read();
  assert.deepEqual([target.epoch_duration_ms, target.measured_epochs, target.total_minted], [40_000, 0, '0']);
  /** What a year mints with epochs of so many seconds: no more than the cap leaves. */
  const inYear = (seconds: number, minted: number) => Math.min((emission * yearSeconds) / seconds, cap - minted);
  near(Number(target.inflation_rate), inYear(40, 0) / (await supply()));
  assert.ok(Number(target.inflation_rate) < 0.0254, 'the cap, not 2.85');

  const before = await supply();
  await mine(60);
  await mine(60);
  const fast = await read();
  assert.deepEqual([fast.current_epoch, fast.measured_epochs, fast.total_minted], [2, 2, String(2 * emission)]);
  assert.equal(await supply(), before + 2 * emission);
  // The genesis is older than the chain: the first block counts as having taken the target of 2 seconds.
  const seconds = ((await timeOf(2 * epochBlocks)) - (await timeOf(1)) + 2) / 2;
  near(fast.epoch_duration_ms, seconds * 1000);
  near(Number(fast.inflation_rate), inYear(seconds, 2 * emission) / (await supply()));

  for (let epoch = 0; epoch < 7; epoch++) await mine(4_320);
  const daily = await read();
  const ofSeven = ((await timeOf(9 * epochBlocks)) - (await timeOf(2 * epochBlocks))) / 7;
  assert.ok(ofSeven > 80_000, 'about a day');
  near(daily.epoch_duration_ms, ofSeven * 1000);
  near(Number(daily.inflation_rate), inYear(ofSeven, 9 * emission) / (await supply()));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getInflationRate' });
  const headers = { 'content-type': 'application/json' };
  const response = await (await fetch(node.urls.svm, { method: 'POST', headers, body })).json();
  assert.equal(
    z.object({ result: z.object({ total: z.number() }) }).parse(response).result.total,
    Number(daily.inflation_rate),
  );

  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
  const again = openModuleChain(await exportedGenesis(node.home));
  assert.deepEqual(rateOf.parse(again.query('qor_getInflationRate')), daily, 'continues after an export');
  again.assertSupply();
});

test('the time between a genesis and the first block mints nothing and is no part of an epoch', () => {
  const params = { emission_mode: 'schedule', max_total_emission: '0', epoch_length: 10 };
  const minted = (wait: number) => {
    const chain = openModuleChain(genesisWith({ inflation: { params } }));
    chain.mine({ milliseconds: wait });
    for (let block = 1; block < 10; block++) chain.mine();
    return rateOf.parse(chain.query('qor_getInflationRate'));
  };
  assert.deepEqual(minted(300 * 86_400_000), minted(2_000));
});

test('a schedule mints its rate of the supply in a year of real time', () => {
  const params = { emission_mode: 'schedule', max_total_emission: '0', epoch_length: 10 };
  const chain = openModuleChain(genesisWith({ inflation: { params } }));
  const supplyNow = () => Number(overview.parse(chain.query('qor_getTokenomicsOverview')).supply.total_supply);
  for (let block = 0; block < 10; block++) chain.mine();
  const before = supplyNow();
  // Ten epochs of a hundredth of a year.
  for (let block = 0; block < 100; block++) chain.mine({ milliseconds: 31_536_000 });
  const grown = supplyNow() / before;
  assert.ok(Math.abs(grown - 1.00175 ** 10) < 1e-6, `${grown}`);
  const { inflation_rate, epoch_duration_ms } = rateOf.parse(chain.query('qor_getInflationRate'));
  const epochs = (yearSeconds * 1000) / epoch_duration_ms;
  const firstYear = (yearSeconds * 0.9 * 1000) / epoch_duration_ms;
  const promised = (1 + 0.175 / epochs) ** firstYear * (1 + 0.11 / epochs) ** (epochs - firstYear) - 1;
  assert.ok(Math.abs(Number(inflation_rate) - promised) < 1e-3, `${inflation_rate}, not ${promised}`);
  chain.assertSupply();
});
