import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rewardPool } from '../../kernel/module-account.ts';
import { countSupply } from '../../kernel/supply.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createInflation } from './index.ts';

const inflation = createInflation({ rewardStakers: () => undefined });
const qor = 1_000_000n;
const supply = 4_520_000_000n * qor;

function stageWith(params: Record<string, unknown>) {
  const stage = createModuleHarness([inflation], { inflation: { params: { epoch_length: 2, ...params } } });
  countSupply(stage.state, 0, supply * weiPerUqor, 0n);
  const epochs = (count: number) => {
    for (let block = 0; block < 2 * count; block++) stage.nextBlock();
  };
  return { stage, epochs, rate: () => stage.query(inflation, 'qor_getInflationRate') };
}

test('fixed emission mints the same every epoch, and stops exactly at the cap', () => {
  const { stage, epochs, rate } = stageWith({ fixed_epoch_emission: '400', max_total_emission: '1000' });
  epochs(2);
  assert.equal(stage.balance(rewardPool), 800n);
  assert.deepEqual(rate(), {
    inflation_rate: '0.000000000032300884',
    current_epoch: 2,
    current_year: 1,
    block_start: 5,
    total_minted: '800',
    emission_mode: 'fixed',
    epoch_emission: '200',
    max_total_emission: '1000',
  });
  epochs(3);
  assert.equal(stage.balance(rewardPool), 1000n);
  assert.equal(stage.state.minted, 1000n * weiPerUqor);
  assert.equal(stage.logs.length, 3);
});

test('the documented fixed emission is about 0.13 % a year', () => {
  const { rate } = stageWith({});
  assert.match((rate() as { inflation_rate: string }).inflation_rate, /^0\.00131/);
});

test('a schedule mints rate / 365 of the supply, by year', () => {
  const { stage, epochs, rate } = stageWith({ emission_mode: 'schedule', max_total_emission: '0' });
  epochs(1);
  let minted = (supply * 175n) / 1000n / 365n;
  assert.equal(stage.balance(rewardPool), minted);
  epochs(365);
  for (let epoch = 2; epoch <= 366; epoch++) {
    const perMille = epoch <= 365 ? 175n : 110n;
    minted += ((supply + minted) * perMille) / 1000n / 365n;
  }
  assert.equal(stage.balance(rewardPool), minted);
  assert.equal((rate() as { current_year: number }).current_year, 2);
  assert.equal((rate() as { inflation_rate: string }).inflation_rate, '0.11');
});

test('a switched-off module mints nothing and says so', () => {
  const { stage, epochs, rate } = stageWith({ enabled: false });
  epochs(3);
  assert.equal(stage.balance(rewardPool), 0n);
  assert.throws(rate, { kind: 'module-disabled' });
});
