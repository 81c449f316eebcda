import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import {
  activeHarness,
  alice,
  bob,
  chief,
  paychain,
  qor,
  rejected,
  sidechain,
} from '../../testing/modules/multilayer-harness.ts';
import { multilayerAddress } from '../addresses.ts';
import { crossLayerTimeoutEvent, feeRefundedEvent } from './events.ts';
import { layers, messages } from './records.ts';
import { bundledFee } from './router.ts';

const route = { payload: new Uint8Array(2_000).fill(1), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: qor };

test('transactions go to the best layer by the documented score, or stay on this chain', () => {
  const { harness, call } = activeHarness({ message_timeout: 2 });
  const before = [alice, bob].map(harness.balance);
  // .30 + .40 + .20 × .5 + .10 × .9 = 0.89; 53,000 gas / 1000 × (1 + 0.5) / 2 = 39
  assert.deepEqual(call(bob, 'routeTransaction', route), {
    outputs: { selectedLayer: 'games', reason: 'score 0.89', messageId: 1n, fee: 39n },
  });
  assert.equal(harness.balance(multilayerAddress), 1_000n * qor + 39n, 'kept beside the stake');
  const middle = { ...route, payload: new Uint8Array(512) };
  assert.deepEqual(call(bob, 'routeTransaction', middle), {
    outputs: { selectedLayer: 'main', reason: 'no layer suits it better than this chain', messageId: 0n, fee: 0n },
  });
  // one message of ten waits: .30 × .9 + .40 × .5 + .10 + .09 = 0.66
  assert.deepEqual(call(bob, 'routeTransaction', { ...middle, preferredLayer: 'games' }), {
    outputs: { selectedLayer: 'games', reason: 'score 0.66 of the preferred layer', messageId: 2n, fee: 21n },
  });
  assert.deepEqual(call(bob, 'routingStats', {}), {
    outputs: {
      totalRouted: 3n,
      routedToMain: 1n,
      routedToSidechains: 2n,
      routedToPaychains: 0n,
      averageGasSavingsPercent: '33.333333333333333333',
      averageLatencyImprovementPercent: '33.333333333333333333',
    },
  });
  for (let block = 0; block < 3; block++) harness.nextBlock();
  assert.equal(messages.get(harness.state, 1), undefined);
  assert.equal(layers.get(harness.state, 'games')?.waiting_messages, 0);
  for (const { topic } of [crossLayerTimeoutEvent, feeRefundedEvent])
    assert.equal(harness.logs.filter(({ topics }) => topics[0] === topic).length, 2);
  assert.deepEqual([alice, bob].map(harness.balance), before, 'nobody took them: the fees went back');
});

test('a layer that takes messages gets their fees, once', () => {
  const { harness, call } = activeHarness({ message_timeout: 5 });
  const before = [alice, bob].map(harness.balance);
  for (let sent = 0; sent < 3; sent++) assert.ok('outputs' in call(bob, 'routeTransaction', route));
  const take = (messageIds: readonly bigint[], by: Address = alice, layerId = 'games') =>
    call(by, 'takeMessages', { layerId, messageIds });
  assert.deepEqual(take([1n], bob), rejected('only the creator of the layer may do this (23)'));
  assert.deepEqual(take([1n], alice, 'nobody'), rejected('no such layer or anchor (3)'));
  assert.deepEqual(take([1n, 4n]), rejected('no such message waits for the layer: 4 (22)'));
  for (const ids of [[], [1n, 1n]])
    assert.deepEqual(take(ids), rejected('no such message waits for the layer: name each once, and at least one (22)'));
  assert.deepEqual(take([1n, 3n]), { outputs: { fees: 78n } });
  assert.deepEqual(take([1n]), rejected('no such message waits for the layer: 1 (22)'));
  assert.equal(layers.get(harness.state, 'games')?.waiting_messages, 1);
  for (let block = 0; block < 6; block++) harness.nextBlock();
  const [taken = 0n, paid = 0n] = before;
  assert.deepEqual([alice, bob].map(harness.balance), [taken + 78n, paid - 78n], 'the fee of the second went back');
  assert.equal(harness.balance(multilayerAddress), 1_000n * qor);
  call(chief, 'updateLayerStatus', { layerId: 'games', newStatus: 'suspended', reason: '' });
  assert.deepEqual(take([1n]), rejected('the layer is not active (4)'));
});

test('more messages than a block settles are refunded in the next', () => {
  const { harness, call } = activeHarness({ message_timeout: 2 });
  assert.ok(
    'outputs' in call(bob, 'registerSidechain', { ...sidechain, layerId: 'wide', maxTransactionsPerBlock: 1_000n }),
  );
  call(chief, 'updateLayerStatus', { layerId: 'wide', newStatus: 'active', reason: '' });
  const before = harness.balance(bob);
  for (let sent = 0; sent < 250; sent++)
    assert.ok('outputs' in call(bob, 'routeTransaction', { ...route, preferredLayer: 'wide' }));
  const waiting = () => layers.get(harness.state, 'wide')?.waiting_messages;
  for (const left of [250, 250, 250, 50, 0]) {
    assert.equal(waiting(), left);
    harness.nextBlock();
  }
  assert.equal(harness.balance(bob), before);
});

test('routing is rejected with the reason', () => {
  const { call, harness } = activeHarness();
  const send = (changes: object, caller: Address = bob ?? treasury) =>
    call(caller, 'routeTransaction', { ...route, ...changes });
  assert.deepEqual(send({ payload: emptyBytes }), rejected('the payload must have 1 to 65536 bytes (19)'));
  assert.deepEqual(send({ preferredLayer: 'nobody' }), rejected('no such layer or anchor (3)'));
  assert.deepEqual(send({ maxFee: 38n }), rejected('the fee is above the maximum that was given: 39 uqor (20)'));
  assert.deepEqual(send({}, treasury), rejected('the account has less than the fee: 39 uqor (21)'));
  for (let sent = 0; sent < 10; sent++) send({});
  // full: .40 × .5 + .10 + .09
  assert.deepEqual(
    send({ payload: new Uint8Array(10), preferredLayer: 'games' }),
    rejected('the preferred layer scores too low for this transaction: 0.39 of 0.48 (14)'),
  );
  call(bob, 'registerPaychain', paychain);
  assert.deepEqual(send({ preferredLayer: 'coffee' }), rejected('the layer is not active (4)'));
  const off = activeHarness({ routing_enabled: false });
  assert.deepEqual(off.call(bob, 'routeTransaction', route), rejected('routing is switched off (13)'));
  assert.equal(harness.balance(multilayerAddress), 1_100n * qor + 10n * 39n);
});

test('the bundled fee of the documented example', () => {
  assert.equal(bundledFee(150_000n, ['1.0', '0.5', '0.1'].map(parseDecimal)), 80n);
  assert.equal(bundledFee(1n, [parseDecimal('0.1')]), 1n);
  const { call } = activeHarness();
  call(bob, 'registerPaychain', paychain);
  assert.deepEqual(call(bob, 'bundledFee', { gas: 150_000n, layerIds: ['main', 'games', 'coffee'] }), {
    outputs: { fee: 80n },
  });
  assert.deepEqual(call(bob, 'bundledFee', { gas: 150_000n, layerIds: [] }), rejected('no such layer or anchor (3)'));
});
