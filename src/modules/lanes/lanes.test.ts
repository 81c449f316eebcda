import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleAddress } from '../../kernel/module-address.ts';
import { hybridType } from '../../kernel/transaction/transaction.ts';
import type { Address } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { aiAnomalyCheck, aiRiskScore, isAiCall } from '../ai/calls.ts';
import { lanes } from './index.ts';
import { laneOf } from './lane-of.ts';

const [alice] = developmentAccounts.map(({ address }) => address);
assert.ok(alice);

test('the five lanes by priority, as they are documented', () => {
  const result = createModuleHarness([lanes]).query(lanes, 'qor_getLaneConfiguration') as {
    lanes: { name: string; priority: number; max_block_space: number }[];
    enforced: boolean;
  };
  assert.deepEqual(
    result.lanes.map(({ name, priority, max_block_space }) => [name, priority, max_block_space]),
    [
      ['pqc', 100, 0.15],
      ['mev', 90, 0.2],
      ['ai', 80, 0.15],
      ['default', 50, 0.4],
      ['free', 10, 0.1],
    ],
  );
  assert.equal(result.enforced, false);
});

test('a transaction goes through the first lane it fits', () => {
  const none: Uint8Array = new Uint8Array(0);
  const call = (to: Address, tip: bigint, data: Uint8Array = none) => ({
    ...{ chainId: 9800n, nonce: 0n, gasLimit: 21_000n, value: 0n, data, accessList: [] },
    ...{ to, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: tip },
  });
  const lane = (to: Address, tip: bigint, data?: Uint8Array) => laneOf({ type: 2, ...call(to, tip, data) }, isAiCall);
  const second = { algorithmId: 1, pqcSignature: none, pqcDigest: none };
  assert.equal(laneOf({ type: hybridType, ...call(moduleAddress(0x0b01), 0n), ...second }, isAiCall), 'pqc');
  assert.equal(lane(alice, 1n), 'default');
  assert.equal(lane(alice, 0n), 'free');
  const [score, check] = [aiRiskScore, aiAnomalyCheck].map(({ selector }) => fromHex(selector));
  assert.ok(score && check);
  assert.equal(lane(moduleAddress(0x0b01), 0n, score), 'ai');
  assert.equal(lane(moduleAddress(0x0b02), 0n, check), 'ai');
  for (const to of [0x0b01, 0x0b02, 0x0a01, 0x0a03, 0x0d09, 0x0d0b])
    assert.equal(lane(moduleAddress(to), 1n), 'default');
  assert.equal(lane(moduleAddress(0x0b02), 1n, score), 'default', 'a call of the other one');
  assert.equal(lane(moduleAddress(0x0d09), 0n, score), 'free');
});

test('the reserved share of a lane', () => {
  const { call } = createModuleHarness([lanes]);
  assert.deepEqual(call(lanes, alice, 'laneGas', { lane: 'default' }), {
    outputs: { gas: 40_000_000n, priority: 50n },
  });
  assert.deepEqual(call(lanes, alice, 'laneGas', { lane: 'fast' }), { rejection: 'lanes: no lane of that name (2)' });
});

test('a missing lane is rejected', () => {
  const section = lanes.defaultGenesis('dev') as { params: { lanes: object[] } };
  const params = { lanes: section.params.lanes.slice(1) };
  assert.throws(() => createModuleHarness([lanes], { lanes: { params } }), /lanes: must be 5 items/);
});
