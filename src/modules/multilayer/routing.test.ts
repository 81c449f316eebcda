import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../kernel/module-account.ts';
import type { Address } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { activeHarness, alice, bob, paychain, qor, rejected } from '../../testing/multilayer-harness.ts';
import { multilayerAddress } from '../addresses.ts';
import { crossLayerTimeout } from './events.ts';
import { layers, messages } from './records.ts';
import { bundledFee } from './router.ts';

const route = { payload: new Uint8Array(2_000).fill(1), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: qor };

test('transactions go to the best layer by the documented score, or stay on this chain', () => {
  const { harness, call } = activeHarness({ message_timeout: 2 });
  const before = harness.balance(alice);
  // .30 + .40 + .20 × .5 + .10 × .9 = 0.89; 53,000 gas / 1000 × (1 + 0.5) / 2 = 39
  assert.deepEqual(call(bob, 'routeTransaction', route), {
    outputs: { selectedLayer: 'games', reason: 'score 0.89', messageId: 1n, fee: 39n },
  });
  assert.equal(harness.balance(alice) - before, 39n);
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
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === crossLayerTimeout.topic).length, 2);
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
  assert.equal(harness.balance(multilayerAddress), 1_100n * qor);
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
