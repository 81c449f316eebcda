import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { xqoreAddress } from '../addresses.ts';
import { createXqore } from './index.ts';

const [alice, bob, carol] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob && carol);
const day = 86_400;
const qor = 1_000_000n;

function stageWith(params: Record<string, unknown> = {}) {
  const xqore = createXqore({ burnCoins: ({ state }, from, wei) => state.burn(from, wei) });
  const stage = createModuleHarness([xqore], { xqore: { params: { rebase_interval: 1, ...params } } });
  for (const account of [alice, bob, carol]) stage.fund(account ?? zeroAddress, 1_000n * qor);
  return { xqore, stage };
}

test('leaving after 45 days costs 35 %, and the remaining holder gets it', () => {
  const { xqore, stage } = stageWith();
  stage.call(xqore, alice, 'lock', { amount: 1_000n * qor });
  stage.call(xqore, bob, 'lock', { amount: 500n * qor });
  stage.nextBlock({ seconds: 45 * day });
  assert.deepEqual(stage.call(xqore, alice, 'unlock', { amount: 1_000n * qor }), { outputs: {} });
  assert.equal(stage.balance(alice), 650n * qor);
  stage.nextBlock();
  assert.deepEqual(stage.query(xqore, 'qor_getXQOREPosition', toBech32(bob)), {
    locked_amount: '500000000',
    xqore_balance: '500000000',
    lock_timestamp: '2026-01-01T00:00:02Z',
    current_penalty_rate: '0.35',
    accrued_rebase: '350000000',
  });
  stage.call(xqore, bob, 'claim', {});
  assert.equal(stage.balance(bob), 850n * qor);
  assert.equal(stage.balance(xqoreAddress), 500n * qor);
});

test('the rate falls with the time held', () => {
  const { xqore, stage } = stageWith();
  stage.call(xqore, alice, 'lock', { amount: qor });
  const rateNow = () =>
    (stage.query(xqore, 'qor_getXQOREPosition', alice) as { current_penalty_rate: string }).current_penalty_rate;
  assert.equal(rateNow(), '0.50');
  stage.nextBlock({ seconds: 30 * day });
  assert.equal(rateNow(), '0.35');
  stage.nextBlock({ seconds: 60 * day });
  assert.equal(rateNow(), '0.15');
  stage.nextBlock({ seconds: 90 * day });
  assert.equal(rateNow(), '0.00');
});

test('nothing is lost to rounding: what the module holds is owed to somebody, to the last wei', () => {
  const { xqore, stage } = stageWith({ penalty_burn_rate: '0.333' });
  const holders = [alice, bob, carol];
  for (const holder of holders) stage.call(xqore, holder, 'lock', { amount: 100_000_007n });
  stage.nextBlock();
  for (let round = 0; round < 20; round++) {
    stage.call(xqore, holders[round % 3] ?? alice, 'unlock', { amount: 1_000_003n + BigInt(round) });
    stage.nextBlock();
  }
  for (const holder of holders) {
    stage.call(xqore, holder, 'claim', {});
    const { outputs } = stage.call(xqore, holder, 'positionOf', { owner: holder }) as { outputs: { amount: bigint } };
    stage.call(xqore, holder, 'unlock', { amount: outputs.amount });
    stage.nextBlock();
  }
  const held = holders.reduce((sum, holder) => sum + stage.state.balance(holder), stage.state.balance(xqoreAddress));
  assert.equal(held, 3_000n * qor * weiPerUqor - stage.state.burned);
  assert.ok(stage.state.burned > 0n);
});

test('penalties wait while nobody is left to share them', () => {
  const { xqore, stage } = stageWith();
  stage.call(xqore, alice, 'lock', { amount: 100n * qor });
  stage.call(xqore, alice, 'unlock', { amount: 100n * qor });
  stage.nextBlock();
  assert.equal(stage.balance(xqoreAddress), 50n * qor);
  stage.call(xqore, bob, 'lock', { amount: qor });
  stage.nextBlock();
  const { outputs } = stage.call(xqore, bob, 'positionOf', { owner: bob }) as { outputs: { accrued: bigint } };
  assert.equal(outputs.accrued, 50n * qor * weiPerUqor);
});

test('refusals name module, reason and code, and change nothing', () => {
  const { xqore, stage } = stageWith();
  const refusal = (name: string, inputs: Record<string, bigint>, options = {}) =>
    stage.call(xqore, alice, name, inputs, options);
  assert.deepEqual(refusal('lock', { amount: 0n }), { refusal: 'xqore: the amount must be above zero (2)' });
  assert.deepEqual(refusal('lock', { amount: 999_999n }), { refusal: 'xqore: below the minimum (5)' });
  assert.deepEqual(refusal('lock', { amount: 1_001n * qor }), { refusal: 'xqore: more than is locked or held (4)' });
  assert.deepEqual(refusal('unlock', { amount: 1n }), { refusal: 'xqore: no position (3)' });
  assert.deepEqual(refusal('claim', {}), { refusal: 'xqore: no position (3)' });
  stage.call(xqore, alice, 'lock', { amount: qor });
  assert.deepEqual(refusal('unlock', { amount: qor + 1n }), { refusal: 'xqore: more than is locked or held (4)' });
  assert.deepEqual(refusal('lock', { amount: qor }, { isStatic: true }), {
    refusal: 'xqore: lock changes state and cannot run inside a static call',
  });
  assert.deepEqual(refusal('lock', { amount: qor }, { value: 1n }), { refusal: 'xqore: lock takes no value' });
  assert.deepEqual(refusal('lock', { amount: qor }, { gas: 59_999n }), { refusal: 'out of gas' });
  assert.equal(stage.balance(alice), 999n * qor);
});

test('a switched-off module refuses locks and queries, but lets people out', () => {
  const { xqore, stage } = stageWith();
  stage.call(xqore, alice, 'lock', { amount: qor });
  xqore.params?.set(stage.state, { ...xqore.params.get(stage.state), enabled: false });
  assert.deepEqual(stage.call(xqore, alice, 'lock', { amount: qor }), { refusal: 'xqore: the module is off (7)' });
  assert.throws(() => stage.query(xqore, 'qor_getXQOREPosition', alice), { kind: 'module-disabled' });
  assert.deepEqual(stage.call(xqore, alice, 'unlock', { amount: qor }), { outputs: {} });
});

test('its genesis section rebuilds everything', () => {
  const { xqore, stage } = stageWith();
  stage.call(xqore, alice, 'lock', { amount: 7n * qor });
  stage.call(xqore, bob, 'lock', { amount: 3n * qor });
  stage.nextBlock({ seconds: 100 * day });
  stage.call(xqore, alice, 'unlock', { amount: qor });
  stage.nextBlock();
  const section = xqore.exportGenesis?.(stage.state);
  const again = createModuleHarness([xqore], { xqore: JSON.parse(JSON.stringify(section)) });
  assert.deepEqual(xqore.exportGenesis?.(again.state), section);
});
