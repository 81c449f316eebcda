import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRollupHarness, qor, rejected, rollupAccounts } from '../../testing/modules/rollup-harness.ts';
import { rdkAddress } from '../addresses.ts';
import { combinationFault, presets, profileNames } from './profiles/profiles.ts';
import { rollups } from './records.ts';

const { alice, bob, carol } = rollupAccounts;
const wish = { rollupId: 'shop', profile: 'custom', stake: 20_000n * qor, vm: '' };

test('a rollup burns one per cent of its stake, holds the rest and appears in the queries', () => {
  const { harness, call, query } = openRollupHarness();
  assert.deepEqual(call(alice, 'createRollup', wish), { outputs: { layerId: 'shop' } });
  assert.equal(harness.balance(alice), 980_000n * qor);
  assert.equal(harness.balance(rdkAddress), 19_800n * qor);
  assert.equal(harness.state.burned, 200n * qor * 10n ** 12n);
  const { operator, ...status } = query('qor_getRollupStatus', 'shop') as Record<string, unknown>;
  assert.match(String(operator), /^qor1/);
  const summary = {
    rollup_id: 'shop',
    status: 'active',
    settlement_type: 'optimistic',
    total_batches: 0,
    last_finalized_batch: 0,
    pending_batches: 0,
    stake: '20000000000uqor',
    created_at_height: 1,
  };
  assert.deepEqual(status, summary);
  assert.throws(() => query('qor_getRollupStatus', 'nobody'), { kind: 'not-found' });
  assert.throws(() => query('qor_getRollupStatus', 'x'.repeat(500)), { kind: 'not-found' });
  assert.throws(() => query('qor_getRollupStatus', ''), { kind: 'invalid-parameter' });
  assert.throws(() => query('qor_getRollupStatus', 7), { kind: 'invalid-parameter' });
  const listed = { ...summary, operator, profile: 'custom', vm_type: 'evm', da_backend: 'native', layer_id: 'shop' };
  assert.deepEqual(query('qor_listRollups'), [listed]);
});

test('a rollup whose layer cannot be registered has none', () => {
  const { call, query } = openRollupHarness();
  assert.deepEqual(call(alice, 'createRollup', { ...wish, rollupId: 'taken' }), { outputs: { layerId: '' } });
  assert.ok(!('layer_id' in ((query('qor_listRollups') as readonly object[])[0] ?? {})));
});

test('every profile makes the rollup of its preset; the list is in the order of creation', () => {
  const { harness, create, query } = openRollupHarness();
  assert.deepEqual(query('qor_listRollups'), []);
  create('zebra', 'custom');
  harness.nextBlock();
  for (const profile of profileNames) create(`my-${profile}`, profile);
  for (const profile of profileNames) {
    const preset = presets[profile];
    assert.equal(combinationFault(preset.settlement, preset.proof, preset.sequencer), undefined);
    const rollup = rollups.get(harness.state, `my-${profile}`);
    assert.equal(rollup?.settlement_mode, preset.settlement);
    assert.equal(rollup?.proof_config.system, preset.proof);
    assert.equal(rollup?.block_time_ms, preset.blockTimeMs);
    assert.deepEqual(rollup?.sequencer_config.sequencers, preset.sequencer === 'based' ? [] : [alice]);
  }
  const ids = (query('qor_listRollups') as readonly { rollup_id: string }[]).map(({ rollup_id }) => rollup_id);
  assert.deepEqual(ids, ['zebra', 'my-custom', 'my-defi', 'my-enterprise', 'my-gaming', 'my-nft']);
});

test('a creation is rejected with the reason, and nothing changes', () => {
  const { harness, call, held } = openRollupHarness({ max_rollups: 1 });
  const before = held();
  const version = harness.state.changes().entries.size;
  const create = (changes: object, caller = bob) => call(caller, 'createRollup', { ...wish, ...changes });
  const badName = 'the rollup is described wrongly: rollupId must have 1 to 64 of a-z, 0-9, - and _ (30)';
  for (const rollupId of ['', 'Shop', 'a b', 'ä', 'x'.repeat(65), 'x'.repeat(256)])
    assert.deepEqual(create({ rollupId }), rejected(badName));
  assert.deepEqual(
    create({ profile: 'DeFi' }),
    rejected('the rollup is described wrongly: profile must be one of defi, gaming, nft, enterprise, custom (30)'),
  );
  assert.deepEqual(
    create({ vm: 'wasm' }),
    rejected('the rollup is described wrongly: vm must be evm, cosmwasm, svm, custom or empty (30)'),
  );
  const stake = 'the stake is below the minimum, or above what the account has';
  assert.deepEqual(create({ stake: 10_000n * qor - 1n }), rejected(`${stake}: it takes 10000000000 uqor (6)`));
  assert.deepEqual(create({ stake: 1_000_001n * qor }), rejected(`${stake}: the account has 1000000000000 uqor (6)`));
  assert.deepEqual(create({ stake: 2n ** 256n - 1n }), rejected(`${stake}: the account has 1000000000000 uqor (6)`));
  assert.equal(held(), before);
  assert.equal(harness.state.changes().entries.size, version);
  assert.ok('outputs' in create({ vm: 'native' }));
  assert.equal(rollups.get(harness.state, 'shop')?.vm_type, 'cosmwasm');
  assert.deepEqual(create({}, alice), rejected('a rollup of that name exists (3)'));
  assert.deepEqual(create({ rollupId: 'other' }), rejected('there are as many rollups as may be (5)'));
});

test('paused, resumed, stopped: only by the creator, only along the status machine', () => {
  const { harness, call, create, query, submit } = openRollupHarness({ max_rollups: 1 });
  create('shop', 'custom');
  const pause = (caller = alice, reason = 'repairs') => call(caller, 'pauseRollup', { rollupId: 'shop', reason });
  const resume = (caller = alice) => call(caller, 'resumeRollup', { rollupId: 'shop' });
  const stop = (caller = alice) => call(caller, 'stopRollup', { rollupId: 'shop' });
  for (const move of [pause, resume, stop])
    assert.deepEqual(move(bob), rejected('the account may not do this: its creator may (7)'));
  const path = 'a rollup cannot go from its status to that one';
  assert.deepEqual(resume(), rejected(`${path}: active → active (32)`));
  assert.deepEqual(
    pause(alice, 'x'.repeat(257)),
    rejected('the rollup is described wrongly: reason must have at most 256 bytes (30)'),
  );
  assert.deepEqual(call(alice, 'stopRollup', { rollupId: 'nobody' }), rejected('no such rollup (2)'));
  assert.deepEqual(pause(), { outputs: {} });
  assert.equal((query('qor_getRollupStatus', 'shop') as { status: string }).status, 'paused');
  assert.deepEqual(pause(), rejected(`${path}: paused → paused (32)`));
  assert.deepEqual(submit('shop', 1), rejected('the rollup is not active (4)'));
  assert.deepEqual(resume(), { outputs: {} });
  assert.ok('outputs' in submit('shop', 1));
  assert.deepEqual(stop(), { outputs: { returned: 0n } }, 'a batch can still be wrong');
  for (let block = 0; block < 3; block++) harness.nextBlock({ seconds: 60 });
  assert.equal(harness.balance(alice), 999_900n * qor);
  assert.equal(harness.balance(rdkAddress), 0n);
  for (const [move, next] of [
    [pause, 'paused'],
    [resume, 'active'],
    [stop, 'stopped'],
  ] as const)
    assert.deepEqual(move(), rejected(`${path}: stopped → ${next} (32)`));
  assert.deepEqual(submit('shop', 2), rejected('the rollup is not active (4)'));
  create('next', 'custom');
  assert.deepEqual(
    call(carol, 'createRollup', { ...wish, rollupId: 'third' }),
    rejected('there are as many rollups as may be (5)'),
  );
});
