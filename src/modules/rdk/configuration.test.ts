import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyBytes } from '../../primitives/bytes.ts';
import { groth16Fixture } from '../../testing/groth16/fixture.ts';
import { openRollupHarness, qor, rejected, rollupAccounts } from '../../testing/modules/rollup-harness.ts';
import { rollups } from './records.ts';

const { alice, bob, carol, chief } = rollupAccounts;

test('the settlement matrix is enforced, and every invalid word is named', () => {
  const { harness, call, create } = openRollupHarness();
  create('shop', 'custom');
  const set = (settlement: string, proof: string, sequencer: string, caller = alice) =>
    call(caller, 'setSettlement', { rollupId: 'shop', settlement, proof, sequencer });
  const mode = 'no such settlement mode, or not with that proof system';
  assert.deepEqual(
    set('pessimistic', 'none', 'dedicated'),
    rejected(`${mode}: one of optimistic, zk, based, sovereign (16)`),
  );
  assert.deepEqual(
    set('zk', 'snark', 'alone'),
    rejected('no such sequencer mode, or not with these sequencers: one of dedicated, shared, based (17)'),
  );
  assert.deepEqual(
    set('zk', 'plonk', 'dedicated'),
    rejected('no such proof system: one of fraud, snark, stark, none (18)'),
  );
  assert.deepEqual(set('optimistic', 'snark', 'dedicated'), rejected(`${mode}: optimistic takes fraud (16)`));
  assert.deepEqual(set('zk', 'fraud', 'dedicated'), rejected(`${mode}: zk takes snark or stark (16)`));
  assert.deepEqual(set('sovereign', 'fraud', 'dedicated'), rejected(`${mode}: sovereign takes none (16)`));
  assert.deepEqual(set('based', 'none', 'dedicated'), rejected('based settlement takes a based sequencer only (19)'));
  assert.deepEqual(set('zk', 'stark', 'dedicated'), rejected('STARK proofs cannot be verified here: use snark (22)'));
  assert.deepEqual(set('zk', 'snark', 'dedicated', bob), rejected('the account may not do this: its creator may (7)'));
  assert.deepEqual(set('based', 'none', 'based'), { outputs: {} });
  assert.deepEqual(rollups.get(harness.state, 'shop')?.sequencer_config.sequencers, []);
  assert.deepEqual(set('sovereign', 'none', 'shared'), { outputs: {} });
  const rollup = rollups.get(harness.state, 'shop');
  assert.deepEqual(
    [rollup?.settlement_mode, rollup?.proof_config.system, rollup?.sequencer_config.sequencers],
    ['sovereign', 'none', [alice]],
  );
});

test('a rollup is configured by its creator before its first batch', () => {
  const { call, create, submit } = openRollupHarness();
  create('shop', 'custom');
  create('game', 'gaming');
  const terms = { rollupId: 'shop', window: 10n, bond: qor };
  const execution = {
    rollupId: 'shop',
    blockTimeMs: 5n,
    maxTxPerBlock: 5n,
    gasModel: 'flat',
    daBackend: 'both',
  };
  const setTerms = (changes: object) => call(alice, 'setChallengeTerms', { ...terms, ...changes });
  const setExecution = (changes: object) => call(alice, 'setExecution', { ...execution, ...changes });
  const wrong = 'the rollup is described wrongly';
  assert.deepEqual(setTerms({ rollupId: 'nobody' }), rejected('no such rollup (2)'));
  assert.deepEqual(
    setTerms({ rollupId: 'game' }),
    rejected('the account may not do this: profile gaming decides this (7)'),
  );
  for (const window of [0n, 315_360_001n])
    assert.deepEqual(setTerms({ window }), rejected(`${wrong}: window must be from 1 to 315360000 seconds (30)`));
  assert.deepEqual(setTerms({ bond: 0n }), rejected(`${wrong}: bond must be above zero (30)`));
  assert.deepEqual(setExecution({ blockTimeMs: 0n }), rejected(`${wrong}: blockTimeMs must be above zero (30)`));
  assert.deepEqual(setExecution({ maxTxPerBlock: 0n }), rejected(`${wrong}: maxTxPerBlock must be above zero (30)`));
  assert.deepEqual(
    setExecution({ gasModel: 'free' }),
    rejected(`${wrong}: gasModel must be one of standard, eip1559, flat, subsidized (30)`),
  );
  assert.deepEqual(
    setExecution({ daBackend: 'paper' }),
    rejected(`${wrong}: daBackend must be one of native, celestia, both (30)`),
  );
  assert.deepEqual(setTerms({}), { outputs: {} });
  assert.deepEqual(setExecution({}), { outputs: {} });
  assert.ok('outputs' in submit('shop', 1));
  const late = rejected('the account may not do this: the rollup has batches or deposits already (7)');
  assert.deepEqual(setTerms({}), late);
  assert.deepEqual(setExecution({}), late);
});

test('sequencers: one when dedicated, a set when shared, none when based', () => {
  const { call, create, submit } = openRollupHarness();
  create('shop', 'custom');
  create('game', 'gaming');
  const name = (rollupId: string, ...sequencers: string[]) => call(alice, 'setSequencers', { rollupId, sequencers });
  const wrong = 'no such sequencer mode, or not with these sequencers';
  assert.deepEqual(name('nobody', bob), rejected('no such rollup (2)'));
  assert.deepEqual(name('shop'), rejected(`${wrong}: dedicated takes one (17)`));
  assert.deepEqual(name('shop', bob, bob), rejected(`${wrong}: every account once (17)`));
  assert.deepEqual(
    name('game', bob),
    rejected(`${wrong}: based takes none: the validators of this chain and the creator submit (17)`),
  );
  assert.deepEqual(
    call(bob, 'setSequencers', { rollupId: 'shop', sequencers: [bob] }),
    rejected('the account may not do this: its creator may (7)'),
  );
  assert.deepEqual(name('shop', bob), { outputs: {} });
  const stranger = rejected('the account may not do this: a sequencer of the rollup may (7)');
  assert.deepEqual(submit('shop', 1), stranger);
  assert.ok('outputs' in submit('shop', 1, { caller: bob }));
  create('club', 'custom');
  const shared = { rollupId: 'club', settlement: 'optimistic', proof: 'fraud', sequencer: 'shared' };
  assert.deepEqual(call(alice, 'setSettlement', shared), { outputs: {} });
  assert.deepEqual(name('club'), rejected(`${wrong}: shared takes 1 to 16 (17)`));
  assert.deepEqual(name('club', bob, carol), { outputs: {} });
  assert.ok('outputs' in submit('club', 1, { caller: carol }));
  assert.deepEqual(submit('club', 2), stranger);
  assert.deepEqual(submit('game', 1, { caller: bob }), stranger);
  assert.ok('outputs' in submit('game', 1));
  assert.ok('outputs' in submit('game', 2, { caller: chief }), 'a validator of this chain');
});

test('a verification key must be valid, and is set before the first batch', () => {
  const { call, create, submit } = openRollupHarness();
  const { verifyingKey } = groth16Fixture();
  create('bank', 'defi');
  create('shop', 'custom');
  const set = (rollupId: string, key: Uint8Array, caller = alice) =>
    call(caller, 'setVerificationKey', { rollupId, key });
  const unusable = 'the verification key cannot be used';
  assert.deepEqual(set('shop', verifyingKey), rejected('no such proof system: the rollup takes no snark proofs (18)'));
  assert.deepEqual(set('bank', emptyBytes), rejected(`${unusable}: the verifying key has 0 bytes, not 1152 (21)`));
  const bent = verifyingKey.slice();
  bent[127] = (bent[127] ?? 0) ^ 1;
  assert.deepEqual(set('bank', bent), rejected(`${unusable}: alpha is no point of the curve (21)`));
  assert.deepEqual(set('bank', verifyingKey, bob), rejected('the account may not do this: its creator may (7)'));
  assert.deepEqual(set('bank', verifyingKey), { outputs: {} });
  create('late', 'defi');
  assert.deepEqual(submit('late', 1, { proof: new Uint8Array(9) }), { outputs: { status: 'submitted' } });
  const late = rejected('the account may not do this: the rollup has batches or deposits already (7)');
  assert.deepEqual(set('late', verifyingKey), late);
  const deposit = { rollupId: 'bank', amount: 5n * qor, recipient: new Uint8Array(32) };
  const early = 'the deposit cannot be taken: nobody knows the first state of the rollup before its first batch (34)';
  assert.deepEqual(call(bob, 'deposit', deposit), rejected(early));
  assert.deepEqual(set('bank', verifyingKey), { outputs: {} }, 'there is nothing yet that relies on the key before');
});
