import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, toBech32, zeroAddress } from '../../primitives/address.ts';
import { createModuleHarness, type ModuleHarness } from '../../testing/module-harness.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { hashText, supplyAt } from './bitcoin.ts';
import { checkpointMovedEvent, epochCompletedEvent } from './events.ts';
import { createBabylon } from './index.ts';
import { babylonParams } from './params.ts';
import {
  attestations,
  checkpoints,
  dissents,
  endings,
  positions,
  progressRecord,
  snapshots,
  totalsRecord,
  validatorStakes,
} from './records.ts';

const [chief, attester, alice, bob, carol] = [accountOf(0), accountOf(1), accountOf(2), accountOf(3), accountOf(4)];
const babylon = createBabylon({
  isAuthority: (_, caller) => caller === chief,
  operatesValidator: (_, operator) => operator === chief || operator === carol,
});
const txHash = (number: number) => new Uint8Array(32).fill(number);
const root = new Uint8Array(32).fill(7);
const blockHash = (number: number) => Uint8Array.from([0, 0, 0, 0, ...new Uint8Array(28).fill(number)]);
const short = {
  enabled: true,
  unbonding_period: 6,
  checkpoint_interval: 2,
  epoch_length: 2,
  confirmation_depth: 2,
  finalization_depth: 5,
  attesters: [attester],
};

type Inputs = Parameters<ModuleHarness['call']>[3];

function openHarness(params: Record<string, unknown> = short, section: Record<string, unknown> = {}, height = 0) {
  const harness = createModuleHarness([babylon], { babylon: { params, ...section } }, 0n, height);
  const call = (caller: Address, name: string, inputs: Inputs) => harness.call(babylon, caller, name, inputs);
  const attest = (number: number, changes: Inputs = {}, caller = attester) => {
    const seen = { btcTxHash: txHash(number), staker: alice, amountSatoshis: 200_000n, btcHeight: 900_000n };
    return call(caller, 'attestStake', { ...seen, ...changes });
  };
  const restake = (number: number, changes: Inputs = {}, caller = alice) =>
    call(caller, 'restake', { btcTxHash: txHash(number), amountSatoshis: 200_000n, validator: chief, ...changes });
  const checkpoint = (epoch: bigint, btcBlockHeight: bigint, changes: Inputs = {}, caller = attester) => {
    const inputs = { epoch, btcBlockHash: blockHash(Number(epoch)), btcBlockHeight, stateRoot: root };
    return call(caller, 'submitCheckpoint', { ...inputs, ...changes });
  };
  const blocks = (count: number) => {
    for (let at = 0; at < count; at++) harness.nextBlock();
  };
  const query = (staker: unknown) =>
    harness.query(babylon, 'qor_getBTCStakingPosition', staker) as Record<string, unknown>;
  return { harness, call, attest, restake, checkpoint, blocks, query };
}

/** Asserts that a call is rejected with this text and changes nothing. */
function assertRefused({ harness }: ReturnType<typeof openHarness>, act: () => unknown, reason: string): void {
  const before = JSON.stringify(babylon.exportGenesis?.(harness.state));
  assert.deepEqual(act(), { rejection: `babylon: ${reason}` });
  assert.equal(JSON.stringify(babylon.exportGenesis?.(harness.state)), before);
}

function sectionOf({ harness }: ReturnType<typeof openHarness>): Record<string, unknown> {
  return babylon.exportGenesis?.(harness.state) as unknown as Record<string, unknown>;
}

test('off by default: queries and calls say so, and no epoch ends', () => {
  const opened = openHarness({});
  assert.throws(() => opened.query(alice), { kind: 'module-disabled' });
  assert.throws(() => opened.query('qor1'), { kind: 'invalid-parameter' });
  for (const act of [
    () => opened.attest(1),
    () => opened.restake(1),
    () => opened.call(alice, 'unbond', { positionId: 1n }),
    () => opened.checkpoint(2n, 900_000n),
  ])
    assertRefused(opened, act, 'the module is off (3)');
  opened.blocks(1000);
  assert.equal(progressRecord.get(opened.harness.state).epoch, 1);
});

test('a position is staked, unbonded, and released at a height of Bitcoin', () => {
  const opened = openHarness();
  const { harness, call, attest, restake, blocks, query } = opened;
  assert.throws(() => query(alice), { kind: 'not-found' });
  assert.deepEqual(attest(1), { outputs: {} });
  assert.throws(() => query(alice), { kind: 'not-found' });
  assert.deepEqual(restake(1), { outputs: { positionId: 1n } });
  const view = {
    id: '1',
    staker_address: toBech32(alice),
    btc_tx_hash: '01'.repeat(32),
    amount_satoshis: 200_000,
    status: 'active',
    staked_at: '2026-01-01T00:00:02Z',
    unbonding_height: 0,
    validator_addr: toBech32(chief, 'qorvaloper'),
  };
  assert.deepEqual(query(alice), view);
  assert.deepEqual(totalsRecord.get(harness.state).total_staked, 200_000);
  assert.deepEqual(call(alice, 'unbond', { positionId: 1n }), { outputs: { unbondingHeight: 900_006n } });
  assert.deepEqual(query(alice), { ...view, status: 'unbonding', unbonding_height: 900_006 });
  assert.deepEqual(
    [totalsRecord.get(harness.state).total_staked, validatorStakes.get(harness.state, chief)],
    [0, undefined],
  );
  attest(2, { btcHeight: 900_005n });
  blocks(3);
  assert.equal(query(alice).status, 'unbonding');
  attest(3, { btcHeight: 900_006n });
  blocks(1);
  assert.deepEqual(query(alice), { ...view, status: 'withdrawn' });
});

test('the query of a staker returns the newest position that is not withdrawn', () => {
  const { harness, call, attest, restake, blocks, query } = openHarness();
  for (const number of [1, 2, 3]) {
    attest(number);
    restake(number, { validator: number === 2 ? carol : chief });
  }
  assert.equal(query(alice).id, '3');
  assert.deepEqual(validatorStakes.get(harness.state, chief), { active_positions: 2, total_staked: 400_000 });
  assert.equal(totalsRecord.get(harness.state).validator_count, 2);
  call(attester, 'unbond', { positionId: 3n });
  assert.equal(query(alice).id, '3');
  attest(4, { btcHeight: 900_010n, staker: bob });
  blocks(1);
  assert.deepEqual([query(alice).id, query(alice).status], ['2', 'active']);
  assert.deepEqual(call(bob, 'positionOf', { staker: bob }), {
    outputs: {
      positionId: 0n,
      btcTxHash: new Uint8Array(32),
      amountSatoshis: 0n,
      status: '',
      unbondingHeight: 0n,
      validator: zeroAddress,
    },
  });
});

test('attestations are rejected with the reason', () => {
  const opened = openHarness();
  const { attest, restake } = opened;
  const rejected = (reason: string, changes: Inputs = {}, caller = attester) =>
    assertRefused(opened, () => attest(1, changes, caller), reason);
  const invalid = (detail: string) => `the Bitcoin transaction is not valid: ${detail} (2)`;
  rejected('only the authority and the attesters may do this (8)', {}, alice);
  rejected(invalid('its hash is zero'), { btcTxHash: new Uint8Array(32) });
  rejected(invalid('it must name a staker'), { staker: zeroAddress });
  const supply = invalid('it must lock 1 to 1987500312500000 sat, which exist at that height');
  rejected(supply, { amountSatoshis: 0n });
  rejected(supply, { amountSatoshis: 1_987_500_312_500_001n });
  rejected(invalid('a Bitcoin height must be from 1 to 932332 at this time, not 0'), { btcHeight: 0n });
  rejected(invalid('a Bitcoin height must be from 1 to 932332 at this time, not 932333'), { btcHeight: 932_333n });
  assert.ok('outputs' in attest(1, { amountSatoshis: 1n }, chief));
  rejected(invalid('it is attested already'), { amountSatoshis: 1n }, chief);
  assert.ok('outputs' in attest(1, {}, chief), 'corrected');
  assert.ok('outputs' in restake(1));
  rejected(invalid('position 1 stands on it'), { amountSatoshis: 5n });
});

test('large stakes need several attesters that say the same', () => {
  const large = { amountSatoshis: 10_000_000_001n };
  const opened = openHarness();
  const { attest, restake } = opened;
  attest(1, large);
  const needs = (seen: number) =>
    `the Bitcoin transaction is not valid: ${seen} of 2 attesters have seen it, whom more than 10000000000 sat need (2)`;
  assertRefused(opened, () => restake(1, large), needs(1));
  assert.ok('outputs' in attest(1, { ...large, btcHeight: 900_001n }, chief), 'it says otherwise');
  const disputed = '1 of 2 attesters have seen it, whom it needs as others say otherwise';
  assertRefused(opened, () => restake(1, large), `the Bitcoin transaction is not valid: ${disputed} (2)`);
  assert.ok('outputs' in attest(1, { ...large, btcHeight: 900_001n }));
  assert.ok('outputs' in restake(1, large));
  attest(3, large);
  attest(3, large, chief);
  const { harness } = opened;
  babylonParams.set(harness.state, { ...babylonParams.get(harness.state), attesters: [] });
  assertRefused(opened, () => restake(3, large), needs(1)); // who is no attester any more does not count
  babylonParams.set(harness.state, { ...babylonParams.get(harness.state), attesters: [attester] });
  assert.ok('outputs' in restake(3, large));
  attest(2, { amountSatoshis: 10_000_000_000n });
  assert.ok('outputs' in restake(2, { amountSatoshis: 10_000_000_000n }), 'the bound itself needs one');
});

test('one attester alone makes up no more than a large stake, however it splits it', () => {
  const opened = openHarness({ ...short, attesters: [attester, bob] });
  const { harness, attest, restake, call, blocks } = opened;
  const half = { amountSatoshis: 5_000_000_000n };
  const few =
    'the Bitcoin transaction is not valid: 1 of 2 attesters have seen it, whom more than 10000000000 sat need, also together with 10000000000 sat of other positions that fewer have seen (2)';
  attest(1, half);
  assert.ok('outputs' in restake(1, half));
  attest(2, { ...half, staker: carol }, bob);
  assert.ok('outputs' in restake(2, half, carol), 'the bound itself');
  attest(3, { amountSatoshis: 100_000n, staker: chief });
  const small = () => restake(3, { amountSatoshis: 100_000n }, chief);
  assertRefused(opened, small, few);
  call(alice, 'unbond', { positionId: 1n });
  assertRefused(opened, small, few);
  attest(3, { amountSatoshis: 100_000n, staker: chief }, bob);
  assert.ok('outputs' in small(), 'two have seen it');
  attest(4, half);
  assertRefused(opened, () => restake(4, half), few);
  attest(5, { btcHeight: 900_006n });
  blocks(1);
  assert.ok('outputs' in restake(4, half), 'position 1 is released');
  const again = openHarness(short, sectionOf(opened), harness.height);
  again.attest(6, half);
  assertRefused(again, () => again.restake(6, half), few);
});

test('no attester replaces the report of another, and others decide where two disagree', () => {
  const opened = openHarness({ ...short, attesters: [attester, bob, carol] });
  const { harness, attest, restake } = opened;
  const invalid = (detail: string) => `the Bitcoin transaction is not valid: ${detail} (2)`;
  const disputed = invalid('1 of 2 attesters have seen it, whom it needs as others say otherwise');
  attest(1);
  for (let round = 0; round < 30; round++) attest(1, { staker: bob, amountSatoshis: 200_000n + BigInt(round) }, bob);
  assert.equal(attestations.get(harness.state, hashText(txHash(1)))?.staker, alice);
  assert.equal(dissents.get(harness.state, hashText(txHash(1)))?.length, 1, 'one report of each attester');
  assertRefused(opened, () => restake(1), disputed);
  assertRefused(opened, () => restake(1, { amountSatoshis: 200_029n }, bob), invalid('it locks for another staker'));
  const again = openHarness({ ...short, attesters: [attester, bob, carol] }, sectionOf(opened), harness.height);
  assert.deepEqual(sectionOf(again), sectionOf(opened));
  again.attest(1, { staker: bob, amountSatoshis: 200_029n }, carol);
  assertRefused(again, () => again.restake(1), invalid('it locks for another staker'));
  assert.ok('outputs' in again.restake(1, { amountSatoshis: 200_029n }, bob), 'most say so');
  attest(1, {}, carol);
  assert.ok('outputs' in restake(1));
  assert.equal(dissents.get(harness.state, hashText(txHash(1))), undefined);
  attest(2);
  attest(2, { staker: bob }, bob);
  babylonParams.set(harness.state, { ...babylonParams.get(harness.state), attesters: [attester, carol] });
  assert.ok('outputs' in restake(2), 'who is no attester any more does not disagree');
  attest(3, {}, carol);
  babylonParams.set(harness.state, { ...babylonParams.get(harness.state), attesters: [attester] });
  assertRefused(opened, () => restake(3), invalid('0 of 2 attesters have seen it: who did is none any more'));
});

test('as many attesters end a position as have seen it', () => {
  const opened = openHarness({ ...short, attesters: [attester, bob, carol] });
  const { harness, call, attest, restake } = opened;
  const end = (positionId: bigint, caller: Address) => call(caller, 'unbond', { positionId });
  const height = (unbondingHeight: bigint) => ({ outputs: { unbondingHeight } });
  for (const number of [1, 2]) {
    for (const caller of [attester, bob, carol]) attest(number, {}, caller);
    restake(number);
  }
  for (let round = 0; round < 3; round++) assert.deepEqual(end(1n, bob), height(0n));
  assert.equal(positions.get(harness.state, 1)?.status, 'active');
  const again = openHarness({ ...short, attesters: [attester, bob, carol] }, sectionOf(opened), harness.height);
  assert.deepEqual(again.call(carol, 'unbond', { positionId: 1n }), height(900_006n));
  assert.deepEqual(end(2n, bob), height(0n));
  babylonParams.set(harness.state, { ...babylonParams.get(harness.state), attesters: [attester, carol] });
  assert.deepEqual(end(2n, carol), height(0n), 'who is no attester any more does not count');
  assert.deepEqual(end(2n, alice), height(900_006n), 'its staker decides alone');
  assert.deepEqual([...endings.list(harness.state)].length, 1);
});

test('several attesters correct a height that one has raised', () => {
  const opened = openHarness({ ...short, attesters: [attester, bob, carol] });
  const { harness, attest, restake, call, checkpoint, blocks } = opened;
  const correct = (btcHeight: bigint, caller: Address) => call(caller, 'correctHeight', { btcHeight });
  const said = (corrected: boolean) => ({ outputs: { corrected } });
  blocks(4);
  attest(1);
  restake(1);
  assert.deepEqual(checkpoint(2n, 900_000n), { outputs: {} });
  blocks(4);
  attest(2, { btcHeight: 932_000n });
  checkpoint(4n, 931_000n);
  assert.deepEqual(call(alice, 'unbond', { positionId: 1n }), { outputs: { unbondingHeight: 932_006n } });
  blocks(1);
  assert.equal(checkpoints.get(harness.state, 4)?.status, 'finalized');
  const wrong = 'the height is not valid: it must be from 1 to 931999, below the known height (10)';
  for (const height of [0n, 932_000n]) assertRefused(opened, () => correct(height, bob), wrong);
  assertRefused(opened, () => correct(1n, alice), 'only the authority and the attesters may do this (8)');
  assert.deepEqual(correct(5n, attester), said(false));
  assert.deepEqual(correct(900_002n, bob), said(true));
  assert.equal(progressRecord.get(harness.state).btc_height, 900_002, 'none of them alone decides');
  assert.deepEqual(
    [2, 4].map((epoch) => checkpoints.get(harness.state, epoch)?.status),
    ['finalized', undefined],
  );
  assert.deepEqual(checkpoint(4n, 900_001n, {}, bob), { outputs: {} });
  assert.deepEqual(call(alice, 'unbond', { positionId: 1n }), { outputs: { unbondingHeight: 900_008n } });
  assertRefused(
    opened,
    () => call(alice, 'unbond', { positionId: 1n }),
    'the stake is not valid: it is unbonding already (6)',
  );
  const again = openHarness(short, sectionOf(opened), harness.height);
  assert.deepEqual(sectionOf(again), sectionOf(opened));
  assert.deepEqual(correct(900_001n, carol), said(false));
  harness.nextBlock({ seconds: 86_401 });
  assert.deepEqual(correct(900_000n, bob), said(false), 'votes are forgotten after a day');
});

test('no more can be staked than exists', () => {
  const all = { amountSatoshis: supplyAt(900_000n) };
  const opened = openHarness({ ...short, large_stake_attesters: 1 });
  const { attest, restake } = opened;
  attest(1, all);
  attest(2);
  assert.ok('outputs' in restake(1, all));
  assertRefused(opened, () => restake(2), 'the Bitcoin transaction is not valid: more would be staked than exists (2)');
});

test('staking and unbonding are rejected with the reason', () => {
  const opened = openHarness();
  const { call, attest, restake } = opened;
  const rejected = (reason: string, changes: Inputs = {}, caller = alice) =>
    assertRefused(opened, () => restake(1, changes, caller), reason);
  const invalid = (detail: string) => `the Bitcoin transaction is not valid: ${detail} (2)`;
  rejected(invalid('no attester has seen it'));
  attest(1);
  rejected('the stake is not valid: it must have at least 100000 sat (6)', { amountSatoshis: 99_999n });
  rejected(invalid('it locks 200000 sat'), { amountSatoshis: 200_001n });
  rejected(invalid('it locks for another staker'), {}, bob);
  rejected('the stake is not valid: there is no such validator (6)', { validator: bob });
  restake(1);
  rejected(invalid('position 1 stands on it'));
  const unbond = (caller: Address, positionId: bigint) => () => call(caller, 'unbond', { positionId });
  assertRefused(opened, unbond(alice, 2n), 'no such position (7)');
  const stranger = 'only its staker, the authority and the attesters may end a position (9)';
  assertRefused(opened, unbond(bob, 1n), stranger);
  assert.ok('outputs' in unbond(alice, 1n)());
  assertRefused(opened, unbond(chief, 1n), 'the stake is not valid: it is unbonding already (6)');
});

test('epochs end, snapshots are taken, and checkpoints are confirmed and finalized at heights of Bitcoin', () => {
  const { harness, attest, restake, checkpoint, blocks, call } = openHarness();
  attest(1);
  restake(1);
  blocks(4);
  assert.equal(progressRecord.get(harness.state).epoch, 3);
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === epochCompletedEvent.topic).length, 2);
  const snapshot = { total_staked: 200_000, active_positions: 1, validator_count: 1, block_height: 4 };
  assert.deepEqual([snapshots.get(harness.state, 1), snapshots.get(harness.state, 2)], [undefined, snapshot]);
  assert.deepEqual(checkpoint(2n, 900_010n), { outputs: {} });
  const statusAfter = (btcHeight: bigint) => {
    attest(Number(btcHeight - 900_000n), { btcHeight });
    blocks(1);
    return checkpoints.get(harness.state, 2)?.status;
  };
  assert.deepEqual([900_011n, 900_012n, 900_014n, 900_015n].map(statusAfter), [
    'pending',
    'confirmed',
    'confirmed',
    'finalized',
  ]);
  assert.deepEqual(call(bob, 'checkpointOf', { epoch: 2n }), {
    outputs: { btcBlockHash: blockHash(2), btcBlockHeight: 900_010n, stateRoot: root, status: 'finalized' },
  });
  assert.equal(harness.logs.filter(({ topics }) => topics[0] === checkpointMovedEvent.topic).length, 3);
});

test('checkpoints are rejected with the reason', () => {
  const opened = openHarness();
  const { checkpoint, blocks } = opened;
  blocks(12);
  const rejected = (epoch: bigint, height: bigint, reason: string, changes: Inputs = {}, caller = attester) =>
    assertRefused(opened, () => checkpoint(epoch, height, changes, caller), reason);
  const invalid = (detail: string) => `the checkpoint is not valid: ${detail} (4)`;
  const [unlike, byteOrder] = [
    'no Bitcoin block has that hash: it must begin with zeros, as explorers show it',
    blockHash(2),
  ];
  rejected(2n, 900_000n, 'only the authority and the attesters may do this (8)', {}, alice);
  rejected(3n, 900_000n, 'no such epoch to checkpoint: there is no snapshot of epoch 3 (5)');
  rejected(8n, 900_000n, 'no such epoch to checkpoint: there is no snapshot of epoch 8 (5)');
  rejected(2n, 900_000n, invalid(unlike), { btcBlockHash: byteOrder.toReversed() });
  rejected(2n, 900_000n, invalid(unlike), { btcBlockHash: new Uint8Array(32) });
  rejected(2n, 0n, invalid('a Bitcoin height must be from 1 to 932332 at this time, not 0'));
  rejected(2n, 900_000n, invalid('the state root is zero'), { stateRoot: new Uint8Array(32) });
  assert.deepEqual(checkpoint(4n, 900_000n), { outputs: {} });
  rejected(4n, 900_001n, invalid('the last one is of epoch 4'));
  rejected(2n, 900_001n, invalid('the last one is of epoch 4'));
  rejected(6n, 900_000n, invalid('the last one is in Bitcoin block 900000, and this must be above'));
  assert.deepEqual(checkpoint(6n, 900_001n, {}, chief), { outputs: {} });
});

test('many positions that are due at once are released over several blocks', () => {
  const { harness, attest, restake, call, blocks } = openHarness();
  const hash = (number: number) => Uint8Array.from([1, number >> 8, number & 255, ...new Uint8Array(29)]);
  for (let id = 1; id <= 250; id++) {
    attest(0, { btcTxHash: hash(id) });
    restake(0, { btcTxHash: hash(id) });
    call(alice, 'unbond', { positionId: BigInt(id) });
  }
  attest(1, { btcHeight: 901_000n });
  const withdrawn = () => [...positions.list(harness.state)].filter(([, { status }]) => status === 'withdrawn').length;
  blocks(1);
  assert.equal(withdrawn(), 200);
  blocks(1);
  assert.equal(withdrawn(), 250);
});

test('contradicting parameters are rejected', () => {
  const { harness } = openHarness();
  const fault = (changes: object) => babylonParams.changeError(harness.state, JSON.stringify(changes));
  assert.equal(fault({ min_stake_amount: 0 }), 'min_stake_amount: must be from 1 to 2100000000000000 satoshis');
  assert.equal(fault({ unbonding_period: 0 }), 'unbonding_period: must be from 1 to 525600 Bitcoin blocks');
  assert.equal(fault({ confirmation_depth: 0 }), 'confirmation_depth: must be from 1 to 100000 Bitcoin blocks');
  assert.equal(fault({ finalization_depth: 2 }), 'params: finalization_depth must be above confirmation_depth');
  assert.equal(fault({ chain_id: '' }), 'chain_id: must be from 1 to 50 bytes');
  const attesters = 'params: attesters must be different accounts, and not the zero address';
  assert.equal(fault({ attesters: [alice, alice] }), attesters);
  assert.equal(fault({ attesters: [zeroAddress] }), attesters);
  assert.equal(fault({ enabled: false }), undefined);
});

test('an exported genesis section restores the records, and one that contradicts itself is rejected', () => {
  const opened = openHarness();
  for (const number of [1, 2, 3]) {
    opened.attest(number, { staker: number === 3 ? bob : alice });
    opened.restake(number, { validator: carol }, number === 3 ? bob : alice);
  }
  opened.attest(4);
  opened.call(alice, 'unbond', { positionId: 2n });
  opened.blocks(4);
  opened.checkpoint(2n, 900_003n);
  type Section = { [record: string]: unknown; totals?: unknown; position: { value: object }[]; progress: object };
  const section = babylon.exportGenesis?.(opened.harness.state) as unknown as Section;
  const { totals, ...rest } = section;
  const { height } = opened.harness;
  const { harness } = openHarness(short, rest, height);
  assert.deepEqual(babylon.exportGenesis?.(harness.state), section);
  for (const table of babylon.tables)
    assert.deepEqual([...table.list(harness.state)], [...table.list(opened.harness.state)], table.name);
  const [first, ...others] = section.position;
  const wrong = (change: object) => () =>
    openHarness(short, { ...rest, position: [{ ...first, value: { ...first?.value, ...change } }, ...others] }, height);
  assert.throws(wrong({ amount_satoshis: 1 }), /no attestation of the same staker and amount names position 1/);
  assert.throws(wrong({ btc_tx_hash: hashText(txHash(9)) }), /names position 1, which is not of it/);
  assert.throws(wrong({ unbonding_height: 5 }), /position 1 must have an unbonding_height exactly when/);
  assert.throws(() => openHarness(short, { ...rest, epoch_snapshot: [] }, height), /lacks the snapshot it stands for/);
});
