import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxUqor } from '../../kernel/codec/units.ts';
import { rewardPool } from '../../kernel/module-account.ts';
import { countSupply } from '../../kernel/supply.ts';
import { formatDecimal, parseDecimal, ratio } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createInflation } from './index.ts';

const qor = 1_000_000n;
const supply = 4_520_000_000n * qor;
const yearSeconds = 31_536_000n;

/** An epoch has two blocks with a target of two seconds. */
function harnessWith(params: Record<string, unknown>, targetMs = 2_000) {
  const inflation = createInflation({ rewardStakers: () => undefined, targetBlockMs: () => targetMs });
  const harness = createModuleHarness([inflation], { inflation: { params: { epoch_length: 2, ...params } } });
  countSupply(harness.state, 0, supply * weiPerUqor, 0n);
  const epochs = (count: number, seconds = 2) => {
    for (let block = 0; block < 2 * count; block++) harness.nextBlock({ seconds });
  };
  const rate = () => harness.query(inflation, 'qor_getInflationRate') as Record<string, string | number>;
  return { harness, epochs, rate, inflation };
}

test('fixed emission mints the same every epoch, and stops exactly at the cap', () => {
  const { harness, epochs, rate } = harnessWith({ fixed_epoch_emission: '400', max_total_emission: '1000' });
  epochs(2);
  assert.equal(harness.balance(rewardPool), 800n);
  assert.deepEqual(rate(), {
    inflation_rate: formatDecimal(ratio(200n, supply + 800n)),
    current_epoch: 2,
    current_year: 1,
    block_start: 5,
    total_minted: '800',
    emission_mode: 'fixed',
    epoch_emission: '200',
    epoch_duration_ms: 4_000,
    measured_epochs: 2,
    max_total_emission: '1000',
  });
  epochs(3);
  assert.equal(harness.balance(rewardPool), 1000n);
  assert.equal(harness.state.minted, 1000n * weiPerUqor);
  assert.equal(harness.logs.length, 3);
  assert.equal(rate().inflation_rate, '0.0', 'nothing is left');
});

test('without a cap, and with the largest one, nothing is minted beyond the largest supply', () => {
  for (const max_total_emission of ['0', String(maxUqor)]) {
    const params = { fixed_epoch_emission: String(maxUqor), max_total_emission };
    const { harness, epochs, rate } = harnessWith(params);
    assert.equal(rate().inflation_rate, formatDecimal(ratio(maxUqor - supply, supply)));
    epochs(3);
    assert.equal(harness.balance(rewardPool), maxUqor - supply);
    assert.deepEqual([rate().inflation_rate, rate().epoch_emission], ['0.0', '0']);
  }
});

test('the documented fixed emission is about 0.13 % a year when an epoch takes a day', () => {
  const { rate } = harnessWith({ epoch_length: 17_280 }, 5_000);
  assert.match(String(rate().inflation_rate), /^0\.00131/);
  assert.deepEqual([rate().epoch_duration_ms, rate().measured_epochs], [86_400_000, 0]);
});

test('the rate follows the real time of the last epochs, not a count of them', () => {
  const { harness, epochs, rate } = harnessWith({ fixed_epoch_emission: '4000000', max_total_emission: '0' });
  const rateAt = (milliseconds: bigint, minted: bigint) =>
    formatDecimal(ratio(4_000_000n * yearSeconds * 1000n, (supply + minted) * milliseconds));
  assert.equal(rate().inflation_rate, rateAt(4_000n, 0n), 'the target, before an epoch has ended');
  epochs(1, 50);
  assert.deepEqual([rate().epoch_duration_ms, rate().inflation_rate], [52_000, rateAt(52_000n, 4_000_000n)]);
  epochs(8, 50);
  assert.deepEqual([rate().epoch_duration_ms, rate().measured_epochs], [100_000, 7], 'the last seven only');
  epochs(7, 0);
  assert.equal(rate().epoch_duration_ms, Math.floor(50_000 / 7));
  epochs(1, 0);
  assert.equal(rate().epoch_duration_ms, 1, 'blocks of the same second');
  assert.equal(harness.balance(rewardPool), 17n * 4_000_000n);
});

test('a schedule mints its rate of the supply in a year, however long an epoch takes, and changes with the year', () => {
  const { harness, epochs, rate } = harnessWith({ emission_mode: 'schedule', max_total_emission: '0' });
  epochs(1, 43_200);
  let minted = (((supply * 175n) / 1000n) * 43_202n) / yearSeconds;
  assert.equal(harness.balance(rewardPool), minted);
  epochs(365, 43_200);
  for (let epoch = 2; epoch <= 366; epoch++) minted += ((((supply + minted) * 175n) / 1000n) * 86_400n) / yearSeconds;
  assert.equal(harness.balance(rewardPool), minted, 'a year and half a day at the first tier');
  assert.equal(rate().current_year, 2);
  const promised = parseDecimal(String(rate().inflation_rate));
  const before = minted;
  epochs(365, 43_200);
  minted = harness.balance(rewardPool);
  const error = promised - ratio(minted - before, supply + before);
  assert.ok(error > -(10n ** 9n) && error < 10n ** 9n, `${error} of 10^18: a year later that much was minted`);
  minted = before;
  const grown = ratio(minted, supply);
  assert.ok(grown > parseDecimal('0.19') && grown < parseDecimal('0.192'), 'e^0.175, as every epoch compounds');
});

test('a switched-off module mints nothing and says so; the time it was off does not count', () => {
  const { harness, epochs, rate, inflation } = harnessWith({ enabled: false, emission_mode: 'schedule' });
  epochs(3, 1_000_000);
  assert.equal(harness.balance(rewardPool), 0n);
  assert.throws(rate, { kind: 'module-disabled' });
  inflation.params?.change(harness.state, '{"enabled": true}');
  epochs(1, 10);
  const after = 1_000_010n;
  assert.equal(harness.balance(rewardPool), (((supply * 175n) / 1000n) * after) / yearSeconds);
});

test('its genesis section restores everything', () => {
  const { harness, epochs, inflation, rate } = harnessWith({});
  epochs(3, 50);
  const section = JSON.parse(JSON.stringify(inflation.exportGenesis?.(harness.state)));
  const again = createModuleHarness([inflation], { inflation: section }, 0n, harness.height);
  countSupply(again.state, 0, harness.state.minted + supply * weiPerUqor, 0n);
  assert.deepEqual(inflation.exportGenesis?.(again.state), section);
  assert.deepEqual(again.query(inflation, 'qor_getInflationRate'), rate());
});
