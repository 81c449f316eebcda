import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AbiRecord } from '../../../primitives/abi/value.ts';
import { type Address, addressToBytes } from '../../../primitives/address.ts';
import { bigintToFixedBytes, emptyBytes } from '../../../primitives/bytes.ts';
import { sha256 } from '../../../primitives/crypto/sha256.ts';
import { groth16Fixture } from '../../../testing/groth16/fixture.ts';
import { harnessNetwork } from '../../../testing/module-harness.ts';
import {
  batchInputs,
  openRollupHarness,
  qor,
  rejected,
  rollupAccounts,
  root,
  zeroWord,
} from '../../../testing/modules/rollup-harness.ts';
import { withdrawalTree } from '../../../testing/modules/withdrawal-tree.ts';
import { batchFinalizedEvent } from '../events.ts';
import { batchPublicInputs } from '../proofs/public-inputs.ts';
import { inclusionHeights, proofs, windowEnds } from '../records.ts';
import { progressOf } from './batch-chain.ts';

const { alice, bob, carol } = rollupAccounts;

test('an optimistic batch is final after its window, and the query shows it', () => {
  const { harness, create, submit, query, statusOf } = openRollupHarness();
  create('shop', 'custom');
  assert.deepEqual(submit('shop', 1), { outputs: { status: 'submitted' } });
  assert.deepEqual(query('qor_getSettlementBatch', 'shop', 1), {
    rollup_id: 'shop',
    batch_index: 1,
    status: 'submitted',
    state_root: '01'.repeat(32),
    prev_state_root: undefined,
    data_hash: undefined,
    withdrawals_root: undefined,
    tx_count: 7,
    proof_type: 'fraud',
    sequencer_mode: 'dedicated',
    l1_block_range: undefined,
    submitted_at: 1,
    finalized_at: 0,
    submitted_time: '2026-01-01T00:00:02Z',
    finalized_time: undefined,
    challenge_deadline: '2026-01-01T00:01:02Z',
  });
  harness.nextBlock({ seconds: 59 });
  harness.nextBlock({ seconds: 1 });
  assert.equal(statusOf('shop', 1), 'submitted');
  harness.nextBlock();
  const batch = query('qor_getSettlementBatch', 'shop', 1) as Record<string, unknown>;
  assert.deepEqual(
    [batch.status, batch.finalized_at, batch.finalized_time, batch.challenge_deadline],
    ['finalized', 3, '2026-01-01T00:01:02Z', undefined],
  );
  assert.throws(() => query('qor_getSettlementBatch', 'shop', 2), { kind: 'not-found' });
  assert.throws(() => query('qor_getSettlementBatch', 'shop', 0), { kind: 'not-found' });
  assert.throws(() => query('qor_getSettlementBatch', 'nobody', 1), { kind: 'not-found' });
  for (const index of [-1, 1.5, '1', 2 ** 53, null])
    assert.throws(() => query('qor_getSettlementBatch', 'shop', index), { kind: 'invalid-parameter' });
});

test('a batch is rejected with the reason', () => {
  const { create, submit, held } = openRollupHarness();
  create('shop', 'custom');
  create('bank', 'defi');
  const before = held();
  const wrong = 'the batch is described wrongly';
  assert.deepEqual(submit('nobody', 1), rejected('no such rollup (2)'));
  assert.deepEqual(submit('x'.repeat(256), 1), rejected('no such rollup (2)'));
  assert.deepEqual(
    submit('shop', 1, { caller: bob }),
    rejected('the account may not do this: a sequencer of the rollup may (7)'),
  );
  for (const index of [0, 2]) assert.deepEqual(submit('shop', index), rejected(`${wrong}: the next index is 1 (31)`));
  assert.deepEqual(submit('shop', 1, { stateRoot: zeroWord }), rejected(`${wrong}: the state root is empty (31)`));
  assert.deepEqual(
    submit('shop', 1, { proof: root(1) }),
    rejected('the proof has a wrong size: this rollup takes none with a batch (11)'),
  );
  assert.deepEqual(
    submit('shop', 1, { dataHash: root(1) }),
    rejected('the data of the batch is not available here (26)'),
  );
  assert.deepEqual(submit('bank', 1), rejected('a proof is required (12)'));
  assert.deepEqual(
    submit('bank', 1, { proof: new Uint8Array(1_048_577) }),
    { rejection: 'out of gas' },
    'the gas of a block is below what that many bytes cost',
  );
  assert.ok('outputs' in submit('shop', 1));
  assert.deepEqual(submit('shop', 1), rejected(`${wrong}: the next index is 2 (31)`), 'no duplicates');
  assert.deepEqual(
    submit('shop', 2, { prevStateRoot: root(9) }),
    rejected(`${wrong}: the state before it is ${'01'.repeat(32)} (31)`),
  );
  assert.ok('outputs' in submit('shop', 2, { prevStateRoot: root(1) }));
  assert.equal(held(), before);
});

test('based batches are final after two blocks, sovereign ones never', () => {
  const { harness, create, call, submit, query, statusOf } = openRollupHarness();
  create('game', 'gaming');
  create('free', 'custom');
  call(alice, 'setSettlement', { rollupId: 'free', settlement: 'sovereign', proof: 'none', sequencer: 'dedicated' });
  harness.nextBlock();
  submit('game', 1);
  submit('game', 2);
  submit('free', 1);
  harness.nextBlock();
  submit('game', 3);
  const range = (index: number) =>
    (query('qor_getSettlementBatch', 'game', index) as { l1_block_range: unknown }).l1_block_range;
  assert.deepEqual([1, 2, 3].map(range), [
    [1, 2],
    [2, 2],
    [3, 3],
  ]);
  harness.nextBlock();
  assert.deepEqual(
    [1, 2, 3].map((index) => statusOf('game', index)),
    ['submitted', 'submitted', 'submitted'],
  );
  harness.nextBlock();
  assert.deepEqual(
    [1, 2, 3].map((index) => statusOf('game', index)),
    ['finalized', 'finalized', 'submitted'],
  );
  harness.nextBlock();
  assert.equal(statusOf('game', 3), 'finalized');
  harness.nextBlock({ seconds: 10_000_000 });
  harness.nextBlock();
  assert.equal(statusOf('free', 1), 'submitted');
  assert.equal(windowEnds.list(harness.state)[Symbol.iterator]().next().done, true);
});

test('at most as many batches become final after one block as the parameters say, and neither kind delays the other', () => {
  const { harness, create, submit } = openRollupHarness({ max_batches_per_block: 4, default_challenge_window: 2 });
  create('shop', 'custom');
  create('game', 'gaming');
  for (let index = 1; index <= 6; index++) {
    submit('shop', index);
    submit('game', index);
  }
  const finals = () => ['shop', 'game'].map((id) => progressOf(harness.state, id).finalized_length);
  harness.nextBlock();
  harness.nextBlock();
  assert.deepEqual(finals(), [4, 0], 'the windows are over, and the based ones not yet due');
  harness.nextBlock();
  assert.deepEqual(finals(), [6, 2]);
  harness.nextBlock();
  assert.deepEqual(finals(), [6, 6]);
  assert.deepEqual([...windowEnds.list(harness.state), ...inclusionHeights.list(harness.state)], []);
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === batchFinalizedEvent.topic).length, 12);
});

/** A harness with a zk rollup that has a key, and batches proven for it. */
function provenHarness(params: Readonly<Record<string, unknown>> = {}) {
  const opened = openRollupHarness(params);
  const { verifyingKey, prove } = groth16Fixture();
  opened.create('bank', 'defi');
  assert.deepEqual(opened.call(alice, 'setVerificationKey', { rollupId: 'bank', key: verifyingKey }), { outputs: {} });
  const proven = (
    index: number,
    prevStateRoot: Uint8Array,
    depositsHash: Uint8Array = zeroWord,
    changes: { readonly dataHash?: Uint8Array; readonly withdrawalsRoot?: Uint8Array } = {},
  ) => {
    const inputs = { ...batchInputs('bank', index), prevStateRoot, ...changes };
    const statement = { ...inputs, batchIndex: index, txCount: 7, depositsHash };
    return { ...inputs, proof: prove(batchPublicInputs(harnessNetwork, statement)) };
  };
  return { ...opened, proven };
}

test('a proven zk batch is final at once', () => {
  const { harness, call, proven, statusOf, query } = provenHarness();
  const first = proven(1, zeroWord);
  assert.deepEqual(call(alice, 'submitBatch', first), { outputs: { status: 'finalized' } });
  assert.equal(statusOf('bank', 1), 'finalized');
  assert.deepEqual(proofs.get(harness.state, 'bank', 1), first.proof);
  assert.deepEqual(
    call(alice, 'submitBatch', { ...proven(2, root(1)), prevStateRoot: zeroWord }),
    { outputs: { status: 'finalized' } },
    'the state before it may be left out: the proof is about the true one',
  );
  const { pending_batches, last_finalized_batch } = query('qor_getRollupStatus', 'bank') as Record<string, unknown>;
  assert.deepEqual([pending_batches, last_finalized_batch], [0, 2]);
  assert.deepEqual(
    call(bob, 'challengeBatch', { rollupId: 'bank', batchIndex: 2n, proof: root(1) }),
    rejected('the batch is finalized or rejected already (9)'),
  );
});

test('a proof commits to the deposits that its batch covers', () => {
  const { harness, call, proven, query } = provenHarness();
  const submit = (inputs: AbiRecord) => call(alice, 'submitBatch', inputs);
  const deposit = (amount: bigint, recipient: Uint8Array) =>
    call(bob, 'deposit', { rollupId: 'bank', amount, recipient });
  assert.deepEqual(
    deposit(5n * qor, root(9)),
    rejected('the deposit cannot be taken: nobody knows the first state of the rollup before its first batch (34)'),
    'the first batch could begin with a state in which the deposit belongs to its creator',
  );
  assert.ok('outputs' in submit(proven(1, zeroWord)));
  assert.ok('outputs' in deposit(5n * qor, root(9)));
  assert.ok('outputs' in deposit(7n * qor, new Uint8Array(0)));
  assert.ok('outputs' in submit(proven(2, root(1))), 'none that were made after batch 1 began');
  const words = (index: number, amount: bigint) =>
    Buffer.concat([bigintToFixedBytes(BigInt(index), 8), addressToBytes(bob), bigintToFixedBytes(amount, 32)]);
  const tag = Buffer.from('qor/rdk/deposit/v1');
  const first = sha256(Buffer.concat([tag, zeroWord, words(1, 5n * qor), root(9)]));
  const hash = sha256(Buffer.concat([tag, first, words(2, 7n * qor)]));
  assert.deepEqual(call(carol, 'nextDeposits', { rollupId: 'bank' }), { outputs: { count: 2n, hash } });
  deposit(qor, root(9));
  const unproven = rejected('the proof does not hold: the proof does not prove this statement (23)');
  assert.deepEqual(submit(proven(3, root(2))), unproven);
  assert.deepEqual(submit(proven(3, root(2), first)), unproven);
  const shown = call(carol, 'batchInput', { ...batchInputs('bank', 3), prevStateRoot: root(2) });
  const statement = {
    ...batchInputs('bank', 3),
    prevStateRoot: root(2),
    batchIndex: 3,
    txCount: 7,
    depositsHash: hash,
  };
  assert.deepEqual(shown, { outputs: { input: batchPublicInputs(harnessNetwork, statement)[0] } });
  assert.ok('outputs' in submit(proven(3, root(2), hash)));
  assert.equal((query('qor_getRollupStatus', 'bank') as { last_finalized_batch: number }).last_finalized_batch, 3);
  assert.equal(harness.balance(bob), 1_000_000n * qor - 13n * qor);
});

test('a proven rollup that holds coins continues without its sequencer, and after a stop', () => {
  const { harness, call, proven } = provenHarness({ max_deposit_wait: 1_000 });
  const deposit = (amount: bigint) => call(bob, 'deposit', { rollupId: 'bank', amount, recipient: new Uint8Array(0) });
  const submit = (caller: Address, inputs: AbiRecord) => call(caller, 'submitBatch', inputs);
  const depositsHash = () => {
    const next = call(carol, 'nextDeposits', { rollupId: 'bank' });
    return 'outputs' in next ? (next.outputs.hash as Uint8Array) : zeroWord;
  };
  const store = (data: Uint8Array) => call(bob, 'submitBlob', { rollupId: 'bank', data, namespace: new Uint8Array(0) });
  submit(alice, proven(1, zeroWord));
  submit(alice, proven(2, root(1)));
  deposit(5n * qor);
  submit(alice, proven(3, root(2)));
  deposit(7n * qor);
  submit(alice, proven(4, root(3), depositsHash()));
  harness.nextBlock({ seconds: 990 });
  const refused = rejected('the account may not do this: a sequencer of the rollup may (7)');
  assert.deepEqual(submit(bob, proven(5, root(4), depositsHash())), refused);
  assert.deepEqual(store(root(7)), rejected('the account may not do this (7)'));
  assert.ok('outputs' in call(alice, 'stopRollup', { rollupId: 'bank' }));
  assert.deepEqual(
    submit(bob, proven(5, root(4), depositsHash())),
    rejected('the data of the batch is not available here: others need it to continue (26)'),
  );
  assert.ok('outputs' in store(root(7)));
  const tree = withdrawalTree([{ recipient: bob, denom: 'uqor', amount: 5n * qor }]);
  const last = { dataHash: sha256(root(7)), withdrawalsRoot: tree.root };
  const before = depositsHash();
  assert.deepEqual(submit(bob, proven(5, root(4), before, last)), { outputs: { status: 'finalized' } });
  assert.deepEqual(submit(bob, proven(6, root(5), before, last)), { outputs: { status: 'finalized' } });
  assert.deepEqual(
    call(carol, 'refundDeposit', { rollupId: 'bank', depositIndex: 1n }),
    rejected('the deposit cannot be refunded: a final batch covers the deposit: it leaves by a withdrawal (36)'),
  );
  assert.deepEqual(
    call(carol, 'refundDeposit', { rollupId: 'bank', depositIndex: 2n }),
    { outputs: { amount: 7n * qor } },
    'no batch after the stop covers it',
  );
  const claim = { rollupId: 'bank', batchIndex: 5n, withdrawalIndex: 0n, recipient: bob, denom: 'uqor' };
  assert.deepEqual(call(carol, 'executeWithdrawal', { ...claim, amount: 5n * qor, proof: [] }), { outputs: {} });
  assert.deepEqual(
    submit(bob, proven(7, root(6), before, last)),
    rejected('the rollup is not active (4)'),
    'it holds nothing any more',
  );
});

test('a proven rollup without batches for max_deposit_wait is left to all, paused or not', () => {
  const { harness, call, proven } = provenHarness({ max_deposit_wait: 1_000 });
  call(alice, 'submitBatch', proven(1, zeroWord));
  call(bob, 'deposit', { rollupId: 'bank', amount: qor, recipient: new Uint8Array(0) });
  call(alice, 'submitBatch', proven(2, root(1)));
  call(alice, 'pauseRollup', { rollupId: 'bank', reason: 'for ever' });
  const data = root(8);
  const store = () => call(bob, 'submitBlob', { rollupId: 'bank', data, namespace: new Uint8Array(0) });
  const next = call(carol, 'nextDeposits', { rollupId: 'bank' });
  const hash = 'outputs' in next ? (next.outputs.hash as Uint8Array) : zeroWord;
  harness.nextBlock({ seconds: 999 });
  assert.deepEqual(store(), rejected('the rollup is not active (4)'));
  harness.nextBlock({ seconds: 1 });
  assert.ok('outputs' in store());
  assert.deepEqual(call(bob, 'submitBatch', proven(3, root(2), hash, { dataHash: sha256(data) })), {
    outputs: { status: 'finalized' },
  });
});

test('a zk batch with an invalid proof is rejected, whatever was changed', () => {
  const { harness, call, proven } = provenHarness();
  const batch = proven(1, zeroWord);
  const submit = (changes: object) => call(alice, 'submitBatch', { ...batch, ...changes });
  const unproven = rejected('the proof does not hold: the proof does not prove this statement (23)');
  assert.deepEqual(submit({ stateRoot: root(2) }), unproven);
  assert.deepEqual(submit({ txCount: 8n }), unproven);
  assert.deepEqual(submit({ prevStateRoot: root(3) }), unproven);
  assert.deepEqual(submit({ withdrawalsRoot: root(3) }), unproven);
  assert.deepEqual(submit({ proof: proven(2, zeroWord).proof }), unproven, 'the proof of another batch');
  const bent = batch.proof.slice();
  bent[100] = (bent[100] ?? 0) ^ 1;
  assert.match(
    String((submit({ proof: bent }) as { rejection: string }).rejection),
    /^rdk: the proof does not hold: .* \(23\)$/,
  );
  assert.deepEqual(
    submit({ proof: batch.proof.subarray(1) }),
    rejected('the proof does not hold: the proof has 511 bytes, not 512 (23)'),
  );
  assert.deepEqual(submit({ proof: emptyBytes }), rejected('a proof is required (12)'));
  assert.equal(progressOf(harness.state, 'bank').total_batches, 0);
  assert.deepEqual(submit({}), { outputs: { status: 'finalized' } });
});

test('a zk rollup without a key settles as an optimistic one', () => {
  const { harness, call, create, submit, statusOf } = openRollupHarness();
  create('bank', 'defi');
  for (const index of [1, 2]) assert.ok('outputs' in submit('bank', index, { proof: root(1) }));
  assert.ok('outputs' in call(bob, 'challengeBatch', { rollupId: 'bank', batchIndex: 2n, proof: root(1) }));
  harness.nextBlock({ seconds: 60 });
  harness.nextBlock();
  assert.deepEqual([statusOf('bank', 1), statusOf('bank', 2)], ['finalized', 'challenged']);
  assert.equal(harness.balance(bob), 999_000n * qor);
});
