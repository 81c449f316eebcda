import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treasury } from '../../../kernel/module-account.ts';
import type { Address } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import { openRollupHarness, qor, rejected, rollupAccounts, root } from '../../../testing/modules/rollup-harness.ts';
import { rdkAddress } from '../../addresses.ts';
import { progressOf } from './batch-chain.ts';

const { chief, alice, bob, carol } = rollupAccounts;
const stakeHeld = 9_900n * qor;

/** A rollup with batches 1 to `count`, all submitted in the first block. */
function harnessWithBatches(count: number, params: Readonly<Record<string, unknown>> = {}) {
  const opened = openRollupHarness(params);
  opened.create('shop', 'custom');
  for (let index = 1; index <= count; index++) assert.ok('outputs' in opened.submit('shop', index));
  const challenge = (index: number, caller: Address = bob, proof = root(1)) =>
    opened.call(caller, 'challengeBatch', { rollupId: 'shop', batchIndex: BigInt(index), proof });
  const resolve = (index: number, fraudUpheld: boolean, caller: Address = chief) =>
    opened.call(caller, 'resolveChallenge', { rollupId: 'shop', batchIndex: BigInt(index), fraudUpheld });
  const reclaim = (index: number) => opened.call(carol, 'reclaimBond', { rollupId: 'shop', batchIndex: BigInt(index) });
  const statuses = () => Array.from({ length: count }, (_, at) => opened.statusOf('shop', at + 1));
  return { ...opened, challenge, resolve, reclaim, statuses };
}

test('a challenge is rejected with the reason', () => {
  const { harness, create, submit, call, challenge, resolve, reclaim, held } = harnessWithBatches(1);
  create('game', 'gaming');
  submit('game', 1);
  const before = held();
  assert.deepEqual(challenge(2), rejected('no such batch (8)'));
  assert.deepEqual(challenge(0), rejected('no such batch (8)'));
  assert.deepEqual(
    call(bob, 'challengeBatch', { rollupId: 'nobody', batchIndex: 1n, proof: root(1) }),
    rejected('no such rollup (2)'),
  );
  assert.deepEqual(
    call(bob, 'challengeBatch', { rollupId: 'game', batchIndex: 1n, proof: root(1) }),
    rejected('the batch cannot be challenged any more: based rollups have no challenge window (10)'),
  );
  assert.deepEqual(challenge(1, bob, emptyBytes), rejected('a proof is required (12)'));
  assert.deepEqual(challenge(1), { outputs: { bond: 1_000n * qor } });
  assert.deepEqual(resolve(1, true), { outputs: {} });
  assert.deepEqual(challenge(1), rejected('the batch is finalized or rejected already (9)'));
  submit('shop', 2);
  assert.deepEqual(challenge(2, treasury), rejected('the account has less than the bond: 1000000000 uqor (20)'));
  assert.deepEqual(resolve(2, true), rejected('the batch is not challenged (25)'));
  assert.deepEqual(reclaim(2), rejected('the batch has no open challenge (24)'));
  assert.deepEqual(challenge(2), { outputs: { bond: 1_000n * qor } });
  assert.deepEqual(challenge(2, carol), rejected('the batch is challenged already (33)'));
  assert.deepEqual(resolve(2, true, alice), rejected('the account may not do this: the authority may (7)'));
  assert.deepEqual(reclaim(2), rejected('the account may not do this: the authority decides this challenge (7)'));
  harness.nextBlock({ seconds: 61 });
  submit('shop', 3);
  harness.nextBlock({ seconds: 61 });
  assert.deepEqual(challenge(3), rejected('the batch cannot be challenged any more: its window is closed (10)'));
  assert.equal(held(), before);
});

test('an upheld challenge rejects the batch and all after it, and pays the bond back', () => {
  const { harness, submit, challenge, resolve, reclaim, statuses, query, statusOf, held } = harnessWithBatches(4);
  const before = held();
  challenge(2);
  challenge(3, carol);
  assert.equal(harness.balance(rdkAddress), stakeHeld + 2_000n * qor);
  harness.nextBlock({ seconds: 60 });
  harness.nextBlock();
  assert.deepEqual(statuses(), ['finalized', 'challenged', 'challenged', 'submitted'], 'those after it wait');
  assert.deepEqual(resolve(2, true), { outputs: {} });
  assert.deepEqual(statuses(), ['finalized', 'rejected', 'rejected', 'rejected']);
  const slashed = stakeHeld / 2n;
  assert.equal(harness.balance(bob), 1_000_000n * qor + slashed / 2n, 'bond, and half of the slashed half');
  assert.deepEqual(resolve(3, false), rejected('the batch is finalized or rejected already (9)'));
  assert.deepEqual(reclaim(3), { outputs: { bond: 1_000n * qor } });
  assert.deepEqual(reclaim(3), rejected('the batch has no open challenge (24)'));
  assert.equal(harness.balance(carol), 1_000_000n * qor);
  assert.equal(harness.balance(rdkAddress), stakeHeld - slashed);
  const status = query('qor_getRollupStatus', 'shop') as Record<string, unknown>;
  assert.equal(status.stake, `${10_000n * qor - slashed}uqor`);
  assert.deepEqual([status.total_batches, status.last_finalized_batch, status.pending_batches], [4, 1, 0]);
  assert.deepEqual(
    submit('shop', 5, { prevStateRoot: root(4) }),
    rejected(`the batch is described wrongly: the state before it is ${'01'.repeat(32)} (31)`),
  );
  assert.ok('outputs' in submit('shop', 5, { prevStateRoot: root(1) }));
  for (let block = 0; block < 4; block++) harness.nextBlock({ seconds: 60 });
  assert.equal(statusOf('shop', 5), 'finalized');
  assert.deepEqual(statuses(), ['finalized', 'rejected', 'rejected', 'rejected']);
  assert.equal(held(), before);
});

test('a dismissed challenge costs the bond, and the window gets the time back', () => {
  const { harness, challenge, resolve, statuses, query, held } = harnessWithBatches(2);
  const before = held();
  harness.nextBlock({ seconds: 40 });
  challenge(1);
  harness.nextBlock({ seconds: 100 });
  assert.deepEqual(resolve(1, false), { outputs: {} });
  assert.deepEqual([harness.balance(bob), harness.balance(treasury)], [999_000n * qor, 1_000n * qor]);
  const { challenge_deadline } = query('qor_getSettlementBatch', 'shop', 1) as Record<string, unknown>;
  assert.equal(challenge_deadline, '2026-01-01T00:02:42Z');
  harness.nextBlock({ seconds: 19 });
  assert.deepEqual(statuses(), ['submitted', 'submitted']);
  assert.deepEqual(challenge(1, carol), { outputs: { bond: 1_000n * qor } }, 'once more, within the window');
  assert.deepEqual(resolve(1, false), { outputs: {} });
  harness.nextBlock({ seconds: 1 });
  harness.nextBlock();
  assert.deepEqual(statuses(), ['finalized', 'finalized']);
  assert.equal(held(), before);
});

test('the very first batch can be rejected, and another starts the chain', () => {
  const { harness, challenge, resolve, submit, statuses, statusOf } = harnessWithBatches(1);
  challenge(1);
  resolve(1, true);
  assert.ok('outputs' in submit('shop', 2, { prevStateRoot: root(77) }));
  harness.nextBlock({ seconds: 60 });
  harness.nextBlock();
  assert.deepEqual([...statuses(), statusOf('shop', 2)], ['rejected', 'finalized']);
  assert.equal(progressOf(harness.state, 'shop').last_finalized_batch, 2);
});

test('challenges continue when the rollup is paused or stopped', () => {
  const { harness, call, challenge, resolve, statuses } = harnessWithBatches(2);
  call(alice, 'stopRollup', { rollupId: 'shop' });
  challenge(2);
  harness.nextBlock({ seconds: 60 });
  harness.nextBlock();
  resolve(2, true);
  assert.deepEqual(statuses(), ['finalized', 'rejected']);
  assert.equal(harness.balance(rdkAddress), 0n);
});
