import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '../../../primitives/address.ts';
import { openRollupHarness, qor, rejected, rollupAccounts, root } from '../../../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../../../testing/modules/withdrawal-tree.ts';
import { rdkAddress } from '../../addresses.ts';

const { chief, alice, bob, carol } = rollupAccounts;
const stakeHeld = 9_900n * qor;
const noBytes = new Uint8Array(0);

function openFixture(params: Readonly<Record<string, unknown>> = {}) {
  const opened = openRollupHarness(params);
  const { call, harness } = opened;
  return {
    ...opened,
    deposit: (rollupId: string, amount = qor, caller = bob) =>
      call(caller, 'deposit', { rollupId, amount, recipient: noBytes }),
    stop: (rollupId: string) => call(alice, 'stopRollup', { rollupId }),
    refund: (rollupId: string, depositIndex: bigint) => call(carol, 'refundDeposit', { rollupId, depositIndex }),
    pass: (seconds: number) => {
      harness.nextBlock({ seconds });
      harness.nextBlock();
    },
  };
}

test('only rollups whose batches are proven or can be judged hold coins of depositors', () => {
  const { create, call, deposit, submit, harness } = openFixture();
  const refused = 'the deposit cannot be taken';
  create('game', 'gaming');
  create('bank', 'defi');
  create('shop', 'custom');
  const shown = (rollupId: string) => call(bob, 'canDeposit', { rollupId });
  assert.deepEqual(
    deposit('game'),
    rejected(`${refused}: batches of based rollups become final without a proof or a challenge (34)`),
  );
  assert.deepEqual(
    deposit('bank'),
    rejected(`${refused}: batches of a zk rollup without a verification key are not proven (34)`),
  );
  const unproven = 'batches of a zk rollup without a verification key are not proven';
  assert.deepEqual(shown('bank'), { outputs: { allowed: false, reason: unproven } });
  assert.deepEqual(shown('shop'), { outputs: { allowed: true, reason: '' } });
  assert.deepEqual(shown('none'), { outputs: { allowed: false, reason: 'no such rollup' } });
  call(alice, 'setSequencers', { rollupId: 'shop', sequencers: [chief] });
  assert.deepEqual(
    deposit('shop'),
    rejected(`${refused}: the authority, which decides challenges, is a party of the rollup (34)`),
  );
  call(alice, 'setSequencers', { rollupId: 'shop', sequencers: [alice] });
  assert.deepEqual(deposit('shop'), { outputs: { depositIndex: 1n } });
  assert.deepEqual(
    call(alice, 'setSequencers', { rollupId: 'shop', sequencers: [chief] }),
    rejected(
      'the account may not do this: the authority decides challenges of depositors: it cannot be a sequencer (7)',
    ),
  );
  const tree = withdrawalTree([{ recipient: chief, denom: 'uqor', amount: qor }]);
  submit('game', 1, { caller: chief, withdrawalsRoot: tree.root });
  for (let block = 0; block < 3; block++) harness.nextBlock();
  const claim = { rollupId: 'game', batchIndex: 1n, withdrawalIndex: 0n, recipient: chief, denom: 'uqor', amount: qor };
  assert.deepEqual(
    call(chief, 'executeWithdrawal', { ...claim, proof: [] }),
    rejected(
      'the rollup pays no withdrawals: batches of based rollups become final without a proof or a challenge (37)',
    ),
  );
});

test('a rollup that hardly anybody could challenge holds no coins of depositors', () => {
  const { create, call, deposit } = openFixture();
  const setTerms = (rollupId: string, window: bigint, bond: bigint) => {
    create(rollupId, 'custom');
    assert.deepEqual(call(alice, 'setChallengeTerms', { rollupId, window, bond }), { outputs: {} });
  };
  const refused = (reason: string) => rejected(`the deposit cannot be taken: ${reason} (34)`);
  setTerms('hasty', 59n, qor);
  assert.deepEqual(deposit('hasty'), refused('its batches can be challenged for less than 60 seconds'));
  setTerms('dear', 60n, 1_000n * qor + 1n);
  assert.deepEqual(deposit('dear'), refused('a challenge takes a bond of more than 1000000000 uqor'));
  setTerms('fair', 60n, 1_000n * qor);
  assert.deepEqual(deposit('fair'), { outputs: { depositIndex: 1n } });
});

test('a zk rollup without a key settles by challenges, and says so', () => {
  const { create, submit, query, pass, statusOf } = openFixture();
  create('bank', 'defi');
  assert.deepEqual(submit('bank', 1, { proof: Uint8Array.of(1) }), { outputs: { status: 'submitted' } });
  const batch = query('qor_getSettlementBatch', 'bank', 1) as Record<string, unknown>;
  assert.deepEqual([batch.proof_type, batch.status], ['fraud', 'submitted']);
  assert.equal(typeof batch.challenge_deadline, 'string');
  pass(60);
  assert.equal(statusOf('bank', 1), 'finalized');
});

test('deposits that no final batch covers go back after a stop, once; the others do not', () => {
  const { create, deposit, submit, stop, refund, pass, held, harness } = openFixture();
  create('shop', 'custom');
  const before = held();
  deposit('shop', 5n * qor);
  submit('shop', 1);
  deposit('shop', 7n * qor, carol);
  submit('shop', 2);
  deposit('shop', 11n * qor);
  const no = 'the deposit cannot be refunded';
  assert.deepEqual(refund('shop', 3n), rejected(`${no}: the rollup has not stopped (36)`));
  assert.deepEqual(refund('none', 3n), rejected('no such rollup (2)'));
  assert.deepEqual(stop('shop'), { outputs: { returned: 0n } });
  assert.deepEqual(refund('shop', 3n), rejected(`${no}: a batch of the rollup can still become final (36)`));
  pass(60);
  const covered = rejected(`${no}: a final batch covers the deposit: it leaves by a withdrawal (36)`);
  assert.deepEqual(refund('shop', 1n), covered, 'made before batch 1, so batch 2 covers it');
  assert.deepEqual(refund('shop', 2n), { outputs: { amount: 7n * qor } }, 'made while batch 2 was in preparation');
  assert.deepEqual(refund('shop', 3n), { outputs: { amount: 11n * qor } });
  const gone = rejected(`${no}: there is no such deposit, or it is refunded already (36)`);
  assert.deepEqual(refund('shop', 3n), gone);
  assert.deepEqual(refund('shop', 4n), gone);
  assert.equal(harness.balance(carol), 1_000_000n * qor);
  assert.equal(harness.balance(rdkAddress), 5n * qor);
  assert.equal(held(), before);
});

test('anybody may stop a rollup whose batches leave a deposit out for too long', () => {
  const { create, call, deposit, submit, refund, pass, held, query } = openFixture({ max_deposit_wait: 1_000 });
  create('shop', 'custom');
  const before = held();
  const stopAs = (caller: Address, depositIndex: bigint) =>
    call(caller, 'stopAbandonedRollup', { rollupId: 'shop', depositIndex });
  const no = 'the account may not do this: its creator may';
  deposit('shop', 5n * qor);
  submit('shop', 1);
  submit('shop', 2);
  pass(500);
  deposit('shop', 7n * qor, carol);
  call(alice, 'pauseRollup', { rollupId: 'shop', reason: 'for ever' });
  pass(990);
  assert.deepEqual(
    stopAs(bob, 1n),
    rejected(`${no}, and a batch covers the deposit, and others from 2026-01-15T00:26:02Z on (7)`),
  );
  assert.deepEqual(stopAs(bob, 2n), rejected(`${no}, and others from 2026-01-01T00:25:04Z on (7)`));
  assert.deepEqual(stopAs(bob, 3n), rejected(`${no}, and there is no such deposit (7)`));
  pass(8);
  assert.deepEqual(stopAs(bob, 2n), { outputs: { returned: stakeHeld } });
  assert.deepEqual(stopAs(bob, 2n), rejected('a rollup cannot go from its status to that one: stopped → stopped (32)'));
  assert.deepEqual(refund('shop', 2n), { outputs: { amount: 7n * qor } });
  assert.equal((query('qor_getRollupStatus', 'shop') as { status: string }).status, 'stopped');
  assert.equal(held(), before);
});

test('a rejected batch no longer covers the deposits that it covered', () => {
  const { create, call, deposit, submit, pass } = openFixture({ max_deposit_wait: 1_000 });
  create('shop', 'custom');
  deposit('shop');
  submit('shop', 1);
  submit('shop', 2);
  call(carol, 'challengeBatch', { rollupId: 'shop', batchIndex: 2n, proof: root(1) });
  pass(2_000);
  const stop = () => call(bob, 'stopAbandonedRollup', { rollupId: 'shop', depositIndex: 1n });
  assert.deepEqual(
    stop(),
    rejected(
      'the account may not do this: its creator may, and a batch covers the deposit, and others from 2026-01-15T00:17:42Z on (7)',
    ),
  );
  call(chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 2n, fraudUpheld: true });
  assert.ok('outputs' in stop());
});

test('batches that are rejected again and again do not keep a deposit for ever', () => {
  const params = { max_deposit_wait: 1_000, challenge_decision_seconds: 600 };
  const { create, call, deposit, submit, pass, refund, statusOf } = openFixture(params);
  create('shop', 'custom');
  deposit('shop', 5n * qor);
  const stop = () => call(bob, 'stopAbandonedRollup', { rollupId: 'shop', depositIndex: 1n });
  const covered = rejected(
    'the account may not do this: its creator may, and a batch covers the deposit, and others from 2026-01-01T00:37:42Z on (7)',
  );
  for (let round = 0; round < 4; round++) {
    submit('shop', 2 * round + 1);
    submit('shop', 2 * round + 2);
    call(carol, 'challengeBatch', { rollupId: 'shop', batchIndex: BigInt(2 * round + 1), proof: root(1) });
    assert.deepEqual(stop(), covered);
    pass(600);
    assert.equal(statusOf('shop', 2 * round + 1), 'rejected');
  }
  submit('shop', 9);
  submit('shop', 10);
  assert.ok('outputs' in stop(), 'later than the wait, the window and two decisions');
  call(carol, 'challengeBatch', { rollupId: 'shop', batchIndex: 9n, proof: root(1) });
  pass(600);
  assert.deepEqual(refund('shop', 1n), { outputs: { amount: 5n * qor } });
});

test('the stake stays until no batch can be shown to be wrong, also after a stop', () => {
  const { create, submit, stop, call, query, pass, harness, held } = openFixture();
  create('shop', 'custom');
  submit('shop', 1);
  submit('shop', 2);
  const before = held();
  assert.deepEqual(stop('shop'), { outputs: { returned: 0n } });
  assert.equal(harness.balance(rdkAddress), stakeHeld);
  assert.ok('outputs' in call(bob, 'challengeBatch', { rollupId: 'shop', batchIndex: 2n, proof: root(1) }));
  pass(60);
  assert.equal(harness.balance(rdkAddress), stakeHeld + 1_000n * qor);
  assert.deepEqual(call(chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 2n, fraudUpheld: true }), {
    outputs: {},
  });
  assert.equal(harness.balance(rdkAddress), 0n);
  assert.equal(harness.balance(bob), 1_000_000n * qor + stakeHeld / 4n);
  assert.equal(harness.balance(alice), 990_000n * qor + stakeHeld / 2n);
  assert.equal((query('qor_getRollupStatus', 'shop') as { stake: string }).stake, '0uqor');
  assert.equal(held(), before);
});

test('a challenge that nobody decides rejects its batch and returns the bond', () => {
  const { create, submit, call, pass, statusOf, harness } = openFixture({ challenge_decision_seconds: 100 });
  create('shop', 'custom');
  for (const index of [1, 2, 3]) submit('shop', index);
  const challenge = (batchIndex: bigint) =>
    call(bob, 'challengeBatch', { rollupId: 'shop', batchIndex, proof: root(1) });
  challenge(2n);
  challenge(3n);
  call(chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 2n, fraudUpheld: false });
  pass(50);
  challenge(2n);
  pass(60);
  assert.deepEqual(
    [1, 2, 3].map((index) => statusOf('shop', index)),
    ['finalized', 'challenged', 'rejected'],
    'the deadline of the dismissed challenge does not end the later one',
  );
  pass(60);
  assert.deepEqual(
    [1, 2, 3].map((index) => statusOf('shop', index)),
    ['finalized', 'rejected', 'rejected'],
  );
  assert.equal(harness.balance(bob), 999_000n * qor, 'only the bond of the dismissed challenge is gone');
  assert.equal(harness.balance(rdkAddress), stakeHeld);
});

test('a party of a challenge does not decide it', () => {
  const { create, submit, call } = openFixture();
  create('shop', 'custom');
  submit('shop', 1);
  assert.ok('outputs' in call(chief, 'challengeBatch', { rollupId: 'shop', batchIndex: 1n, proof: root(1) }));
  assert.deepEqual(
    call(chief, 'resolveChallenge', { rollupId: 'shop', batchIndex: 1n, fraudUpheld: true }),
    rejected('the account may not do this: a party of the challenge cannot decide it (7)'),
  );
});

test('data stays as long as its batch can be challenged, longer than the retention', () => {
  const { create, submit, call, query, harness } = openFixture({ blob_retention_blocks: 2 });
  create('shop', 'custom');
  const data = Uint8Array.of(1, 2, 3);
  const stored = call(alice, 'submitBlob', { rollupId: 'shop', data, namespace: noBytes });
  assert.ok('outputs' in stored);
  assert.ok('outputs' in submit('shop', 1, { dataHash: stored.outputs.commitment as Uint8Array }));
  const isPruned = () => 'rejection' in call(bob, 'blobContent', { rollupId: 'shop', blobIndex: 1n });
  for (let block = 0; block < 5; block++) harness.nextBlock();
  assert.equal(isPruned(), false);
  assert.equal(typeof query('qor_getSettlementBatch', 'shop', 1), 'object');
  harness.nextBlock({ seconds: 86_400 + 60 });
  for (let block = 0; block < 1_000; block++) harness.nextBlock();
  assert.equal(isPruned(), true);
});

test('a rollup that has covered deposits and then has no batch any more can be stopped by anybody', () => {
  const params = { max_deposit_wait: 1_000, challenge_decision_seconds: 100 };
  const { create, call, deposit, submit, pass } = openFixture(params);
  create('shop', 'custom');
  deposit('shop', 5n * qor);
  submit('shop', 1);
  submit('shop', 2);
  pass(60);
  const stop = () => call(bob, 'stopAbandonedRollup', { rollupId: 'shop', depositIndex: 1n });
  pass(1_250);
  submit('shop', 3);
  const covered = (until: string) =>
    rejected(
      `the account may not do this: its creator may, and a batch covers the deposit, and others from 2026-01-01T${until}Z on (7)`,
    );
  assert.deepEqual(stop(), covered('00:22:02'));
  pass(60);
  pass(1_250);
  assert.deepEqual(stop(), covered('00:43:56'), 'batch 3 became final since');
  pass(10);
  assert.deepEqual(stop(), { outputs: { returned: stakeHeld } });
});

test('the judge says what a stopped rollup still owes, where its batches leave depositors nothing', () => {
  const { create, call, deposit, submit, stop, refund, pass, held, harness } = openFixture();
  const tree = withdrawalTree([
    { recipient: bob, denom: 'uqor', amount: 3n * qor },
    { recipient: carol, denom: 'uqor', amount: 2n * qor },
  ]);
  const decide = (rollupId = 'shop', withdrawalsRoot = tree.root, caller: Address = chief) =>
    call(caller, 'setExitRoot', { rollupId, withdrawalsRoot });
  const withdraw = (index: number, recipient: Address, amount: bigint) =>
    call(bob, 'executeWithdrawal', {
      ...{ rollupId: 'shop', batchIndex: 0n, withdrawalIndex: BigInt(index), denom: 'uqor' },
      ...{ recipient, amount, proof: tree.proof(index) },
    });
  create('shop', 'custom');
  const before = held();
  deposit('shop', 5n * qor);
  submit('shop', 1);
  submit('shop', 2);
  deposit('shop', 7n * qor, carol);
  const no = (reason: string) => rejected(`the rollup takes no exit root: ${reason} (38)`);
  assert.deepEqual(decide(), no('it has not stopped'));
  stop('shop');
  assert.deepEqual(decide(), no('a batch of it can still become final'));
  pass(60);
  assert.deepEqual(decide('none'), rejected('no such rollup (2)'));
  assert.deepEqual(decide('shop', tree.root, bob), rejected('the account may not do this: the authority may (7)'));
  assert.deepEqual(decide('shop', new Uint8Array(32)), no('the root is empty'));
  assert.deepEqual(withdraw(0, bob, 3n * qor), rejected('no such batch (8)'));
  assert.deepEqual(decide(), { outputs: {} });
  assert.deepEqual(decide(), no('it has one'));
  assert.deepEqual(withdraw(0, bob, 3n * qor), { outputs: {} });
  assert.deepEqual(withdraw(0, bob, 3n * qor), rejected('the withdrawal is paid already (28)'));
  assert.deepEqual(refund('shop', 2n), { outputs: { amount: 7n * qor } }, 'no batch covers it');
  assert.deepEqual(withdraw(1, carol, 2n * qor), { outputs: {} });
  assert.equal(harness.balance(rdkAddress), 0n);
  assert.equal(held(), before);
});

test('an exit root is for optimistic rollups that hold coins, and none of a party', () => {
  const { create, call, stop } = openFixture();
  const decide = (rollupId: string) => call(chief, 'setExitRoot', { rollupId, withdrawalsRoot: root(1) });
  create('game', 'gaming');
  create('shop', 'custom');
  create('mine', 'custom');
  call(alice, 'setSequencers', { rollupId: 'mine', sequencers: [chief] });
  for (const rollupId of ['game', 'shop', 'mine']) stop(rollupId);
  const no = 'the rollup takes no exit root';
  assert.deepEqual(decide('game'), rejected(`${no}: the authority decides about optimistic ones (38)`));
  assert.deepEqual(decide('shop'), rejected(`${no}: it holds nothing (38)`));
  assert.deepEqual(
    decide('mine'),
    rejected('the account may not do this: a party of the rollup cannot say what it owes (7)'),
  );
});
