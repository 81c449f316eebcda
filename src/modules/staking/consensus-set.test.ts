import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Misbehaviour } from '../../kernel/module.ts';
import { validatorUpdates } from '../../kernel/validator-set.ts';
import { toBech32 } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createWorldState } from '../../state/world-state.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { keyWithProof, testConsensusKey } from '../../testing/signing/consensus-keys.ts';
import { stakingAddress } from '../addresses.ts';
import { validatorsSection } from './genesis.ts';
import { stakingParams } from './params.ts';
import { validatorSet } from './readers.ts';
import { activeSetRecord, validators } from './records.ts';

const operators = developmentAccounts.map(({ address }) => address);
const keyOf = (account: number) => testConsensusKey(account);
const operatorAt = accountOf;
const qor = 1_000_000n;

/** Validators of the first accounts with these stakes, in QOR. */
function openNetwork(stakes: readonly bigint[], params: Record<string, unknown> = {}): ModuleChain {
  const first = stakes.map((stake, account) => ({
    operator: operatorAt(account),
    publicKey: keyOf(account).publicKey,
    moniker: `validator ${account}`,
    tokens: stake * qor,
  }));
  const defaults = { signed_blocks_window: 1_000, min_self_bond: '100000000', jail_blocks: 3, unbonding_seconds: 20 };
  return openModuleChain(genesisWith({ staking: { ...validatorsSection(first), params: { ...defaults, ...params } } }));
}

/** The updates of the set that a block passes to consensus, by account. */
function updatesOf(network: ModuleChain, change: () => void) {
  const before = validatorSet(network.chain.headState());
  change();
  const names = new Map(operators.map((_, account) => [toHexDigits(keyOf(account).publicKey), account]));
  const updates = validatorUpdates(before, validatorSet(network.chain.headState()));
  return Object.fromEntries(updates.map(({ publicKey, power }) => [names.get(toHexDigits(publicKey)), power]));
}

/** Sends a call in a block of its own and returns whether it succeeded. */
function send(network: ModuleChain, account: number, name: string, inputs: Parameters<ModuleChain['call']>[3]) {
  const [receipt] = network.mine({ transactions: [network.call(account, 'staking', name, inputs)] }).receipts;
  return receipt?.status === 1;
}

function doubleSign(account: number, height: number, kind: Misbehaviour['kind'] = 'duplicate-vote'): Misbehaviour {
  return { kind, validator: keyOf(account).address, height, time: 0, power: 1 };
}

test('the set follows the ranking: creation, delegation, undelegation, a change of its size', () => {
  const network = openNetwork([500n, 400n], { max_validators: 2 });
  assert.deepEqual(
    validatorSet(network.chain.headState()),
    [500, 400].map((power, account) => ({ publicKey: keyOf(account).publicKey, power })),
  );
  const proven = keyWithProof(testConsensusKey(2), operatorAt(2), network.chain.reader.identity);
  const created = updatesOf(network, () => {
    assert.ok(send(network, 2, 'createValidator', { ...proven, moniker: 'c', commission: 500n, amount: 300n * qor }));
  });
  assert.deepEqual(created, {}, 'third of two places');
  const delegate = (amount: bigint) => send(network, 3, 'delegate', { validator: operatorAt(2), amount });
  assert.deepEqual(
    updatesOf(network, () => assert.ok(delegate(150n * qor))),
    { 1: 0, 2: 450 },
  );
  assert.deepEqual(
    updatesOf(network, () => assert.ok(delegate(999_999n))),
    {},
    'power is in whole QOR',
  );
  assert.deepEqual(
    updatesOf(network, () => assert.ok(delegate(1n))),
    { 2: 451 },
  );
  const undelegated = updatesOf(network, () => {
    assert.ok(send(network, 3, 'undelegate', { validator: operatorAt(2), amount: 151n * qor }));
  });
  assert.deepEqual(undelegated, { 1: 400, 2: 0 });
  const widened = updatesOf(network, () => {
    network.mine({
      transactions: [network.call(0, 'authority', 'setParams', { module: 'staking', changes: '{"max_validators":3}' })],
    });
  });
  assert.deepEqual(widened, { 2: 300 });
  network.assertSupply();
});

test('the last validator stays active, whatever happens to it, until another replaces it', () => {
  const network = openNetwork([500n]);
  const emptied = updatesOf(network, () => {
    assert.ok(send(network, 0, 'undelegate', { validator: operatorAt(0), amount: 500n * qor }));
  });
  assert.deepEqual(emptied, { 0: 1 });
  assert.deepEqual(activeSetRecord.get(network.chain.headState()), [operatorAt(0)]);
  assert.deepEqual(
    updatesOf(network, () => network.mine({ misbehaviour: [doubleSign(0, 1)] })),
    {},
  );
  const proven = keyWithProof(keyOf(1), operatorAt(1), network.chain.reader.identity);
  const replaced = updatesOf(network, () => {
    assert.ok(send(network, 1, 'createValidator', { ...proven, moniker: 'b', commission: 500n, amount: 100n * qor }));
  });
  assert.deepEqual(replaced, { 0: 0, 1: 100 });
  network.assertSupply();
});

test('a validator that signs twice is slashed once and never returns, even if it was already jailed', () => {
  const network = openNetwork([500n, 400n, 300n], { signed_blocks_window: 4, min_signed_per_window: '0.5' });
  const miss = () => network.mine({ votes: [{ validator: keyOf(2).address, signed: false }] });
  for (let block = 0; block < 3; block++) miss();
  const absent = validators.get(network.chain.headState(), operatorAt(2));
  assert.deepEqual([absent?.jailed, absent?.tombstoned, absent?.tokens], [true, false, 297n * qor]);
  const found = updatesOf(network, () => {
    network.mine({ misbehaviour: [doubleSign(1, 2), doubleSign(1, 2), doubleSign(2, 1, 'light-client-attack')] });
  });
  assert.deepEqual(found, { 1: 0 });
  const [twin, attacker] = [1, 2].map((account) => validators.get(network.chain.headState(), operatorAt(account)));
  assert.deepEqual([twin?.tombstoned, twin?.tokens, twin?.slashes], [true, 392n * qor, 1]);
  assert.deepEqual([attacker?.tombstoned, attacker?.slashes], [true, 2]);
  network.mine({ misbehaviour: [doubleSign(1, 3)] });
  assert.equal(validators.get(network.chain.headState(), operatorAt(1))?.tokens, 392n * qor);
  for (let block = 0; block < 5; block++) network.mine();
  assert.equal(send(network, 1, 'unjail', {}), false);
  assert.deepEqual(activeSetRecord.get(network.chain.headState()), [operatorAt(0)]);
  network.assertSupply();
});

test('coins that were bonded when their validator signed twice lose the same part after undelegation', () => {
  const network = openNetwork([500n, 400n]);
  const undelegate = (amount: bigint) => send(network, 1, 'undelegate', { validator: operatorAt(1), amount });
  assert.ok(undelegate(100n * qor)); // block 1
  network.mine();
  assert.ok(undelegate(200n * qor)); // block 3
  network.mine({ misbehaviour: [doubleSign(1, 2)] }); // began between the two
  assert.ok(undelegate(50n * qor));
  const held = network.chain.headState().account(stakingAddress)?.balance ?? 0n;
  const again = openModuleChain(network.exported());
  for (const chain of [network, again]) {
    chain.mine({ milliseconds: 30_000 });
    const left = chain.chain.headState().account(stakingAddress)?.balance ?? 0n;
    assert.equal(held - left, 350n * qor * weiPerUqor);
    chain.assertSupply();
  }
  const before = network.chain.reader.states.at(5);
  const after = network.chain.headState();
  const balance = (state: typeof before) => state?.account(operatorAt(1))?.balance ?? 0n;
  assert.equal(balance(after) - balance(before), (100n + 196n + 50n) * qor * weiPerUqor);
});

test('an exported chain has the same set, and continues to jail and unjail', () => {
  const network = openNetwork([500n, 400n, 300n]);
  network.mine({ misbehaviour: [doubleSign(1, 1)] });
  const again = openModuleChain(network.exported());
  assert.deepEqual(validatorSet(again.chain.headState()), validatorSet(network.chain.headState()));
  assert.equal(validators.get(again.chain.headState(), operatorAt(1))?.tombstoned, true);
  assert.equal(send(again, 1, 'unjail', {}), false);
});

test('a genesis without keys, as in older versions, has validators but no consensus set', () => {
  const section = validatorsSection([
    { operator: operatorAt(0), publicKey: keyOf(0).publicKey, moniker: 'a', tokens: 500n * qor },
  ]);
  const without = section.validator.map(({ key, value: { public_key: _key, tombstoned: _gone, ...value } }) => {
    return { key, value: { ...value, consensus: toBech32(operatorAt(0)) } };
  });
  const old = openModuleChain(genesisWith({ staking: { ...section, validator: without } }));
  assert.deepEqual(activeSetRecord.get(old.chain.headState()), [operatorAt(0)]);
  assert.deepEqual(validatorSet(old.chain.headState()), []);
  const wrong = section.validator.map(({ key, value }) => ({
    key,
    value: { ...value, consensus: toBech32(operatorAt(0)) },
  }));
  assert.throws(
    () => openModuleChain(genesisWith({ staking: { ...section, validator: wrong } })),
    /the public key of qor1\w+ is not that of its consensus address/,
  );
});

test('key types are a parameter of the network', () => {
  const network = openNetwork([500n], { key_types: ['secp256k1eth'] });
  const rest = { moniker: 'b', commission: 500n, amount: 100n * qor };
  const create = (account: number, type: 'ed25519' | 'secp256k1eth') =>
    send(network, account, 'createValidator', {
      ...keyWithProof(testConsensusKey(account, type), operatorAt(account), network.chain.reader.identity),
      ...rest,
    });
  assert.equal(create(1, 'ed25519'), false);
  assert.equal(create(2, 'secp256k1eth'), true);
  const set = validatorSet(network.chain.headState()).map(({ publicKey }) => publicKey.length);
  assert.deepEqual(set, [32, 33]);
  const state = createWorldState(network.chain.headState());
  assert.throws(() => stakingParams.change(state, '{"key_types":[]}'), /key_types: must be from 1 to 2 items/);
});
