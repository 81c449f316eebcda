import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../../primitives/address.ts';
import {
  alice,
  bob,
  chief,
  openHarness,
  paychain,
  qor,
  rejected,
  sidechain,
} from '../../testing/modules/multilayer-harness.ts';
import { multilayerAddress } from '../addresses.ts';

test('a sidechain is proposed with its stake, and shows in the query', () => {
  const { harness, call, query } = openHarness();
  assert.deepEqual(call(alice, 'registerSidechain', sidechain), {
    outputs: { chainId: 'qor-games-1', status: 'proposed' },
  });
  assert.equal(harness.balance(multilayerAddress), 1_000n * qor);
  const { creator, ...info } = query('games') as Record<string, unknown>;
  assert.match(String(creator), /^qor1/);
  assert.deepEqual(info, {
    layer_id: 'games',
    layer_type: 'sidechain',
    status: 'proposed',
    chain_id: 'qor-games-1',
    description: 'Games',
    target_block_time_ms: 1000,
    max_transactions_per_block: 10,
    max_gas_per_block: 100_000_000,
    min_validators: 1,
    settlement_interval_blocks: 100,
    challenge_period_seconds: 86_400,
    base_fee_multiplier: '0.50',
    cross_layer_fee_bundling_enabled: true,
    supported_vm_types: ['evm'],
    supported_domains: ['gaming'],
    registered_at: '2026-01-01T00:00:02Z',
    last_anchor_at: undefined,
  });
  assert.throws(() => query('nobody'), { kind: 'not-found' });
  assert.throws(() => query('x'.repeat(500)), { kind: 'not-found' });
  assert.throws(() => query(''), { kind: 'invalid-parameter' });
});

test('registrations are rejected with the reason', () => {
  const { call, harness } = openHarness({ max_sidechains: 1, max_paychains: 1 });
  const register = (changes: object) => call(alice, 'registerSidechain', { ...sidechain, ...changes });
  assert.deepEqual(
    register({ layerId: 'Games' }),
    rejected('the layer is described wrongly: layerId must have 1 to 64 of a-z, 0-9, - and _, and not be main (18)'),
  );
  assert.deepEqual(register({ layerId: 'main' }), register({ layerId: '' }));
  assert.deepEqual(
    register({ minValidators: 0n }),
    rejected('the layer is described wrongly: minValidators must be above zero (18)'),
  );
  assert.deepEqual(
    register({ settlementIntervalBlocks: 0n }),
    rejected('the layer is described wrongly: settlementIntervalBlocks must be above zero (18)'),
  );
  assert.deepEqual(
    register({ description: 'x'.repeat(1001) }),
    rejected('the layer is described wrongly: description must have at most 1000 bytes (18)'),
  );
  assert.deepEqual(
    register({ supportedDomains: [''] }),
    rejected('the layer is described wrongly: supportedDomains must have at most 16 words of 1 to 32 bytes (18)'),
  );
  assert.deepEqual(
    call(multilayerAddress, 'registerSidechain', sidechain),
    rejected('the account has less than the stake of a layer: 1000000000 uqor (7)'),
  );
  assert.ok('outputs' in register({}));
  assert.deepEqual(register({}), rejected('a layer of that name exists (2)'));
  assert.deepEqual(register({ layerId: 'other' }), rejected('there are as many sidechains as may be (5)'));
  const pay = (changes: object) => call(bob, 'registerPaychain', { ...paychain, ...changes });
  assert.deepEqual(
    pay({ baseFeeMultiplier: 0n }),
    rejected('the layer is described wrongly: baseFeeMultiplier must be from 1 to 10^18 (18)'),
  );
  assert.ok('outputs' in pay({}));
  assert.deepEqual(pay({ layerId: 'tea' }), rejected('there are as many paychains as may be (6)'));
  call(bob, 'updateLayerStatus', { layerId: 'coffee', newStatus: 'decommissioned', reason: 'over' });
  assert.ok('outputs' in pay({ layerId: 'tea' }), 'the place is free again');
  assert.equal(harness.balance(multilayerAddress), 1_200n * qor);
});

test('the status machine: only its transitions, only by the authority or, for the end, the creator', () => {
  const { harness, call, query, held } = openHarness({ default_challenge_period: 10 });
  call(alice, 'registerSidechain', sidechain);
  const before = held();
  const move = (caller: Address, newStatus: string) =>
    call(caller, 'updateLayerStatus', { layerId: 'games', newStatus, reason: 'r' });
  assert.deepEqual(
    call(chief, 'updateLayerStatus', { layerId: 'x'.repeat(256), newStatus: 'active', reason: '' }),
    rejected('no such layer or anchor (3)'),
  );
  const stranger = 'only the authority may do this; a creator may decommission its own layer (16)';
  assert.deepEqual(move(alice, 'active'), rejected(stranger));
  assert.deepEqual(move(bob, 'decommissioned'), rejected(stranger));
  assert.deepEqual(
    move(chief, 'suspended'),
    rejected('a layer cannot go from its status to that one: proposed → suspended (15)'),
  );
  for (const next of ['active', 'suspended', 'active']) assert.deepEqual(move(chief, next), { outputs: {} });
  assert.deepEqual(
    move(chief, 'proposed'),
    rejected('a layer cannot go from its status to that one: active → proposed (15)'),
  );
  assert.deepEqual(move(alice, 'decommissioned'), { outputs: {} });
  assert.deepEqual(
    move(chief, 'active'),
    rejected('a layer cannot go from its status to that one: decommissioned → active (15)'),
  );
  assert.equal((query('games') as { status: string }).status, 'decommissioned');
  harness.nextBlock({ seconds: 10 });
  assert.equal(harness.balance(alice), 9_000n * qor);
  harness.nextBlock();
  assert.equal(harness.balance(alice), 10_000n * qor);
  assert.equal(held(), before);
});
