import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  openRollupHarness,
  qor,
  rejected,
  rollupAccounts,
  root,
  zeroWord,
} from '../../../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../../../testing/modules/withdrawal-tree.ts';
import { rdkAddress } from '../../addresses.ts';
import { rootOf } from './withdrawal-tree.ts';

const { alice, bob, carol } = rollupAccounts;
const stakeHeld = 9_900n * qor;
const wishes = [bob, carol, bob].map((recipient, at) => ({ recipient, denom: 'uqor', amount: BigInt(at + 1) * qor }));
const tree = withdrawalTree(wishes);
/** The withdrawal with that index and its proof. */
const claim = (index: number) => ({
  rollupId: 'shop',
  batchIndex: 1n,
  withdrawalIndex: BigInt(index),
  recipient: bob,
  denom: 'uqor',
  amount: qor,
  ...wishes[index],
  proof: tree.proof(index),
});

/** A rollup with 5 QOR in escrow, a batch with withdrawals of 1, 2 and 3 QOR, and one that covers the deposit. */
function harnessWithEscrow() {
  const opened = openRollupHarness();
  opened.create('shop', 'custom');
  const deposit = { rollupId: 'shop', amount: 5n * qor, recipient: root(1) };
  assert.deepEqual(opened.call(bob, 'deposit', deposit), { outputs: { depositIndex: 1n } });
  assert.ok('outputs' in opened.submit('shop', 1, { withdrawalsRoot: tree.root }));
  assert.ok('outputs' in opened.submit('shop', 2));
  const withdraw = (index: number, changes: object = {}) =>
    opened.call(carol, 'executeWithdrawal', { ...claim(index), ...changes });
  const finalize = () => {
    for (let block = 0; block < 3; block++) opened.harness.nextBlock({ seconds: 60 });
  };
  return { ...opened, withdraw, finalize };
}

test('proofs lead from every leaf to the root, in trees of any size', () => {
  for (let size = 1; size <= 9; size++) {
    const leaves = Array.from({ length: size }, (_, at) => ({ recipient: bob, denom: 'uqor', amount: BigInt(at + 1) }));
    const { root: top, proof } = withdrawalTree(leaves);
    leaves.forEach((leaf, at) => {
      assert.deepEqual(rootOf({ ...leaf, index: BigInt(at) }, proof(at)), top);
      assert.notDeepEqual(rootOf({ ...leaf, index: BigInt(at + 1) }, proof(at)), top, 'not at another place');
    });
  }
});

test('a withdrawal is paid once, from the escrow, to its recipient', () => {
  const { harness, withdraw, finalize, held, call, submit } = harnessWithEscrow();
  const before = held();
  assert.deepEqual(withdraw(0), rejected('the batch is not finalized (27)'));
  finalize();
  assert.deepEqual(withdraw(0), { outputs: {} });
  assert.equal(harness.balance(bob), 999_996n * qor);
  assert.deepEqual(withdraw(0), rejected('the withdrawal is paid already (28)'));
  assert.deepEqual(call(alice, 'isWithdrawn', { rollupId: 'shop', batchIndex: 1n, withdrawalIndex: 0n }), {
    outputs: { paid: true },
  });
  assert.deepEqual(withdraw(1), { outputs: {} });
  assert.equal(harness.balance(carol), 1_000_002n * qor);
  assert.deepEqual(withdraw(2), rejected('the escrow of the rollup holds less than the withdrawal: 2000000 uqor (35)'));
  assert.equal(harness.balance(rdkAddress), stakeHeld + 2n * qor);
  assert.deepEqual(call(carol, 'deposit', { rollupId: 'shop', amount: qor, recipient: new Uint8Array(0) }), {
    outputs: { depositIndex: 2n },
  });
  const uncovered = 'the final batches of the rollup do not cover so many deposits: 2000000 uqor can be withdrawn (39)';
  assert.deepEqual(withdraw(2), rejected(uncovered));
  submit('shop', 3);
  finalize();
  assert.deepEqual(withdraw(2), rejected(uncovered), 'batch 3 covers what was deposited before batch 2');
  submit('shop', 4);
  assert.deepEqual(withdraw(2), rejected(uncovered), 'batch 4 is not final');
  finalize();
  assert.deepEqual(withdraw(2), { outputs: {} });
  assert.equal(harness.balance(rdkAddress), stakeHeld);
  assert.equal(held(), before);
});

test('a withdrawal is rejected with the reason', () => {
  const { harness, withdraw, finalize, create, submit } = harnessWithEscrow();
  finalize();
  const unproven = 'the withdrawal is not under the withdrawals root of the batch';
  assert.deepEqual(withdraw(0, { rollupId: 'nobody' }), rejected('no such rollup (2)'));
  assert.deepEqual(withdraw(0, { batchIndex: 3n }), rejected('no such batch (8)'));
  assert.deepEqual(withdraw(0, { recipient: alice }), rejected(`${unproven} (29)`));
  assert.deepEqual(withdraw(0, { amount: qor + 1n }), rejected(`${unproven} (29)`));
  assert.deepEqual(withdraw(0, { withdrawalIndex: 1n }), rejected(`${unproven} (29)`));
  assert.deepEqual(withdraw(0, { withdrawalIndex: 4n }), rejected(`${unproven} (29)`), 'the same bits, further out');
  assert.deepEqual(withdraw(0, { proof: [] }), rejected(`${unproven} (29)`));
  assert.deepEqual(withdraw(0, { proof: tree.proof(1) }), rejected(`${unproven} (29)`));
  assert.deepEqual(withdraw(0, { amount: 0n }), rejected(`${unproven}: the amount is zero (29)`));
  assert.deepEqual(withdraw(0, { denom: 'atom' }), rejected(`${unproven}: only uqor is held (29)`));
  assert.deepEqual(
    withdraw(0, { proof: Array(49).fill(zeroWord) }),
    rejected(`${unproven}: a proof has at most 48 hashes (29)`),
  );
  create('other', 'custom');
  submit('other', 1, { withdrawalsRoot: tree.root });
  submit('other', 2);
  finalize();
  assert.deepEqual(
    withdraw(0, { rollupId: 'other' }),
    rejected('the escrow of the rollup holds less than the withdrawal: 0 uqor (35)'),
    'no rollup pays from what another holds, nor from its stake',
  );
  assert.deepEqual(withdraw(0, { rollupId: 'other', batchIndex: 2n }), rejected(`${unproven} (29)`));
  assert.equal(harness.balance(rdkAddress), 2n * stakeHeld + 5n * qor);
});

test('a stopped rollup still pays withdrawals; a rejected batch never does', () => {
  const { harness, withdraw, finalize, call, submit } = harnessWithEscrow();
  submit('shop', 3, { withdrawalsRoot: tree.root });
  call(carol, 'challengeBatch', { rollupId: 'shop', batchIndex: 3n, proof: root(1) });
  call(rollupAccounts.chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 3n, fraudUpheld: true });
  assert.deepEqual(call(alice, 'stopRollup', { rollupId: 'shop' }), { outputs: { returned: 0n } });
  finalize();
  assert.deepEqual(withdraw(0, { batchIndex: 3n }), rejected('the batch is not finalized (27)'));
  assert.deepEqual(withdraw(0), { outputs: {} });
  assert.equal(harness.balance(rdkAddress), 4n * qor);
});

test('withdrawals leave the deposits that no final batch covers, in any order of withdrawals and refunds', () => {
  for (const refundFirst of [true, false]) {
    const { harness, withdraw, finalize, call, submit, held } = harnessWithEscrow();
    const before = held();
    const refund = (depositIndex: bigint) => call(alice, 'refundDeposit', { rollupId: 'shop', depositIndex });
    for (const amount of [7n, 11n])
      call(carol, 'deposit', { rollupId: 'shop', amount: amount * qor, recipient: root(1) });
    submit('shop', 3);
    call(carol, 'deposit', { rollupId: 'shop', amount: 13n * qor, recipient: root(1) });
    submit('shop', 4);
    call(bob, 'challengeBatch', { rollupId: 'shop', batchIndex: 4n, proof: root(1) });
    call(alice, 'stopRollup', { rollupId: 'shop' });
    call(rollupAccounts.chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 4n, fraudUpheld: true });
    finalize();
    const left = (uqor: bigint) =>
      rejected(`the final batches of the rollup do not cover so many deposits: ${uqor} uqor can be withdrawn (39)`);
    if (refundFirst) assert.deepEqual(refund(3n), { outputs: { amount: 11n * qor } });
    assert.deepEqual(withdraw(0), { outputs: {} });
    assert.deepEqual(withdraw(1), { outputs: {} });
    assert.deepEqual(withdraw(2), left(2n * qor), 'of the 5 QOR that a final batch covers');
    if (!refundFirst) assert.deepEqual(refund(3n), { outputs: { amount: 11n * qor } });
    assert.deepEqual(refund(4n), { outputs: { amount: 13n * qor } });
    assert.deepEqual(refund(2n), { outputs: { amount: 7n * qor } });
    assert.equal(harness.balance(rdkAddress), 2n * qor);
    assert.equal(held(), before);
  }
});

test('a deposit is rejected with the reason', () => {
  const { call, create, held } = openRollupHarness();
  create('shop', 'custom');
  create('free', 'custom');
  call(alice, 'setSettlement', { rollupId: 'free', settlement: 'sovereign', proof: 'none', sequencer: 'dedicated' });
  const before = held();
  const deposit = (changes: object) =>
    call(bob, 'deposit', { rollupId: 'shop', amount: qor, recipient: root(1), ...changes });
  const rejection = 'the deposit cannot be taken';
  assert.deepEqual(deposit({ rollupId: 'nobody' }), rejected('no such rollup (2)'));
  assert.deepEqual(
    deposit({ rollupId: 'free' }),
    rejected(`${rejection}: batches of sovereign rollups are never final (34)`),
  );
  assert.deepEqual(deposit({ amount: 0n }), rejected(`${rejection}: the amount is zero (34)`));
  assert.deepEqual(deposit({ amount: 2n ** 255n }), rejected(`${rejection}: the account has less (34)`));
  assert.deepEqual(
    deposit({ recipient: new Uint8Array(65) }),
    rejected(`${rejection}: recipient has at most 64 bytes (34)`),
  );
  call(alice, 'pauseRollup', { rollupId: 'shop', reason: '' });
  assert.deepEqual(deposit({}), rejected('the rollup is not active (4)'));
  assert.equal(held(), before);
});
