import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import { countHeld } from '../../kernel/pools.ts';
import { addressFromBytes, toBech32 } from '../../primitives/address.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { xqoreAddress } from '../addresses.ts';
import { createXqore } from './index.ts';
import { newcomers, totalsRecord } from './records.ts';

const [alice, bob, carol] = [accountOf(0), accountOf(1), accountOf(2)];
assert.ok(alice && bob && carol);
const day = 86_400;
const qor = 1_000_000n;

function harnessWith(params: Record<string, unknown> = {}) {
  const xqore = createXqore({
    burnCoins: ({ state }, from, wei) => {
      state.burn(from, wei);
      countHeld(state, from, -wei);
    },
  });
  const harness = createModuleHarness([xqore], {
    xqore: { params: { rebase_interval: 1, share_after_seconds: 0, ...params } },
  });
  for (const account of [alice, bob, carol]) harness.fund(account, 1_000n * qor);
  return { xqore, harness };
}

test('unlocking after 45 days costs 35 %, which the remaining holder gets', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: 1_000n * qor });
  harness.call(xqore, bob, 'lock', { amount: 500n * qor });
  harness.nextBlock({ seconds: 45 * day });
  assert.deepEqual(harness.call(xqore, alice, 'unlock', { amount: 1_000n * qor }), { outputs: {} });
  assert.equal(harness.balance(alice), 650n * qor);
  harness.nextBlock();
  assert.deepEqual(harness.query(xqore, 'qor_getXQOREPosition', toBech32(bob)), {
    locked_amount: '500000000',
    xqore_balance: '500000000',
    lock_timestamp: '2026-01-01T00:00:02Z',
    current_penalty_rate: '0.35',
    accrued_rebase: '350000000',
  });
  harness.call(xqore, bob, 'claim', {});
  assert.equal(harness.balance(bob), 850n * qor);
  assert.equal(harness.balance(xqoreAddress), 500n * qor);
});

test('the rate falls with the time held', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: qor });
  const rateNow = () =>
    (harness.query(xqore, 'qor_getXQOREPosition', alice) as { current_penalty_rate: string }).current_penalty_rate;
  assert.equal(rateNow(), '0.50');
  harness.nextBlock({ seconds: 30 * day });
  assert.equal(rateNow(), '0.35');
  harness.nextBlock({ seconds: 60 * day });
  assert.equal(rateNow(), '0.15');
  harness.nextBlock({ seconds: 90 * day });
  assert.equal(rateNow(), '0.00');
});

test('nothing is lost to rounding: the module owes all that it holds, to the last wei', () => {
  const { xqore, harness } = harnessWith({ penalty_burn_rate: '0.333' });
  const holders = [alice, bob, carol];
  for (const holder of holders) harness.call(xqore, holder, 'lock', { amount: 100_000_007n });
  harness.nextBlock();
  for (let round = 0; round < 20; round++) {
    harness.call(xqore, holders[round % 3] ?? alice, 'unlock', { amount: 1_000_003n + BigInt(round) });
    harness.nextBlock();
  }
  for (const holder of holders) {
    harness.call(xqore, holder, 'claim', {});
    const { outputs } = harness.call(xqore, holder, 'positionOf', { owner: holder }) as { outputs: { amount: bigint } };
    harness.call(xqore, holder, 'unlock', { amount: outputs.amount });
    harness.nextBlock();
  }
  const held = holders.reduce(
    (sum, holder) => sum + harness.state.balance(holder),
    harness.state.balance(xqoreAddress) + harness.state.balance(treasury),
  );
  assert.equal(held, 3_000n * qor * weiPerUqor - harness.state.burned);
  assert.ok(harness.state.burned > 0n);
});

const accruedOf = ({ xqore, harness }: ReturnType<typeof harnessWith>, owner: Parameters<typeof harness.call>[1]) => {
  const { outputs } = harness.call(xqore, owner, 'positionOf', { owner }) as { outputs: { accrued: bigint } };
  return outputs.accrued;
};

test('without other holders the treasury gets a penalty', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: 100n * qor });
  harness.call(xqore, alice, 'unlock', { amount: 40n * qor });
  harness.call(xqore, alice, 'unlock', { amount: 60n * qor });
  harness.nextBlock();
  assert.equal(harness.balance(xqoreAddress), 0n);
  assert.equal(harness.balance(treasury), 50n * qor);
});

test('the position that pays a penalty has no part in it, however large it is', () => {
  const fixture = harnessWith();
  const { xqore, harness } = fixture;
  harness.call(xqore, alice, 'lock', { amount: 900n * qor });
  harness.call(xqore, bob, 'lock', { amount: 3n * qor });
  harness.call(xqore, carol, 'lock', { amount: qor });
  harness.call(xqore, alice, 'unlock', { amount: 400n * qor });
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.equal(accruedOf(fixture, alice), 0n);
  assert.equal(accruedOf(fixture, bob), 150n * qor * weiPerUqor);
  assert.equal(accruedOf(fixture, carol), 50n * qor * weiPerUqor);
  harness.call(xqore, bob, 'unlock', { amount: qor });
  harness.nextBlock();
  assert.equal(accruedOf(fixture, bob), 150n * qor * weiPerUqor);
  assert.ok(accruedOf(fixture, alice) > 0n, 'and has its part in those of others');
});

test('who locks just before a large penalty has no part in it, nor who adds to a position', () => {
  const fixture = harnessWith({ share_after_seconds: 30 * day });
  const { xqore, harness } = fixture;
  harness.call(xqore, alice, 'lock', { amount: 100n * qor });
  harness.call(xqore, bob, 'lock', { amount: 10n * qor });
  harness.nextBlock({ seconds: 30 * day - 1 });
  harness.call(xqore, carol, 'lock', { amount: 990n * qor });
  harness.nextBlock({ seconds: 1 });
  harness.call(xqore, alice, 'unlock', { amount: 50n * qor });
  const penalty = (50n * qor * weiPerUqor * 35n) / 100n;
  assert.deepEqual(
    [bob, carol].map((owner) => accruedOf(fixture, owner)),
    [penalty, 0n],
  );
  harness.call(xqore, bob, 'lock', { amount: qor });
  harness.call(xqore, alice, 'unlock', { amount: qor });
  assert.deepEqual(
    [bob, carol].map((owner) => accruedOf(fixture, owner)),
    [penalty, 0n],
  );
  assert.equal(harness.balance(treasury), (qor * 35n) / 100n, 'nobody else has been a holder for long enough');
  harness.nextBlock({ seconds: 30 * day });
  harness.call(xqore, alice, 'unlock', { amount: 10n * qor });
  const [shared, held] = [(10n * qor * weiPerUqor * 35n) / 100n, 11n + 990n];
  assert.equal(accruedOf(fixture, bob), penalty + (shared * 11n) / held);
  assert.equal(accruedOf(fixture, carol), (shared * 990n) / held);
  for (const owner of [alice, bob, carol]) {
    const { outputs } = harness.call(xqore, owner, 'positionOf', { owner }) as { outputs: { amount: bigint } };
    assert.deepEqual(harness.call(xqore, owner, 'unlock', { amount: outputs.amount }), { outputs: {} });
  }
  assert.equal(totalsRecord.get(harness.state).not_sharing, 0n);
  assert.deepEqual([...newcomers.list(harness.state)], []);
});

test('the wait for a part in penalties continues through an export, and newcomers are few a block', () => {
  const fixture = harnessWith({ share_after_seconds: 30 * day });
  const { xqore, harness } = fixture;
  for (let account = 3; account < 250; account++) {
    const owner = addressFromBytes(new Uint8Array(20).fill(account));
    harness.fund(owner, qor);
    harness.call(xqore, owner, 'lock', { amount: qor });
  }
  harness.nextBlock({ seconds: 10 });
  harness.call(xqore, alice, 'lock', { amount: 100n * qor });
  const section = JSON.parse(JSON.stringify(xqore.exportGenesis?.(harness.state)));
  const again = createModuleHarness([xqore], { xqore: section }, 347n * qor, harness.height);
  assert.deepEqual(xqore.exportGenesis?.(again.state), xqore.exportGenesis?.(harness.state));
  assert.equal([...newcomers.list(again.state)].length, 248);
  again.nextBlock({ seconds: 30 * day });
  assert.equal([...newcomers.list(again.state)].length, 48, '200 a block');
  again.nextBlock({ seconds: 1 });
  assert.equal([...newcomers.list(again.state)].length, 1);
  assert.equal(totalsRecord.get(again.state).not_sharing, 100n * qor);
});

test('small amounts pay a penalty too', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: qor });
  harness.call(xqore, bob, 'lock', { amount: qor });
  for (let unlock = 0; unlock < 400; unlock++) harness.call(xqore, alice, 'unlock', { amount: 1n });
  assert.equal(harness.balance(alice), 999n * qor, 'a penalty of half a uqor is one uqor');
});

test('rejections name module, reason and code, and change nothing', () => {
  const { xqore, harness } = harnessWith();
  const rejection = (name: string, inputs: Record<string, bigint>, options = {}) =>
    harness.call(xqore, alice, name, inputs, options);
  assert.deepEqual(rejection('lock', { amount: 0n }), { rejection: 'xqore: the amount must be above zero (2)' });
  assert.deepEqual(rejection('lock', { amount: 999_999n }), { rejection: 'xqore: below the minimum (5)' });
  assert.deepEqual(rejection('lock', { amount: 1_001n * qor }), {
    rejection: 'xqore: more than is locked or held (4)',
  });
  assert.deepEqual(rejection('unlock', { amount: 1n }), { rejection: 'xqore: no position (3)' });
  assert.deepEqual(rejection('claim', {}), { rejection: 'xqore: no position (3)' });
  harness.call(xqore, alice, 'lock', { amount: qor });
  assert.deepEqual(rejection('unlock', { amount: qor + 1n }), { rejection: 'xqore: more than is locked or held (4)' });
  assert.deepEqual(rejection('lock', { amount: qor }, { isStatic: true }), {
    rejection: 'xqore: lock changes state and cannot run inside a static call',
  });
  assert.deepEqual(rejection('lock', { amount: qor }, { value: 1n }), { rejection: 'xqore: lock takes no value' });
  assert.deepEqual(rejection('lock', { amount: qor }, { gas: 59_999n }), { rejection: 'out of gas' });
  assert.equal(harness.balance(alice), 999n * qor);
});

test('a switched-off module rejects locks and queries, but allows unlocks', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: qor });
  xqore.params?.set(harness.state, { ...xqore.params.get(harness.state), enabled: false });
  assert.deepEqual(harness.call(xqore, alice, 'lock', { amount: qor }), { rejection: 'xqore: the module is off (7)' });
  assert.throws(() => harness.query(xqore, 'qor_getXQOREPosition', alice), { kind: 'module-disabled' });
  assert.deepEqual(harness.call(xqore, alice, 'unlock', { amount: qor }), { outputs: {} });
});

test('its genesis section restores everything', () => {
  const { xqore, harness } = harnessWith();
  harness.call(xqore, alice, 'lock', { amount: 7n * qor });
  harness.call(xqore, bob, 'lock', { amount: 3n * qor });
  harness.nextBlock({ seconds: 100 * day });
  harness.call(xqore, alice, 'unlock', { amount: qor });
  harness.nextBlock();
  const section = xqore.exportGenesis?.(harness.state);
  const again = createModuleHarness([xqore], { xqore: JSON.parse(JSON.stringify(section)) }, 10n * qor, harness.height);
  assert.deepEqual(xqore.exportGenesis?.(again.state), section);
});
