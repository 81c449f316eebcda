import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { parseAddress, toBech32 } from '../../primitives/address.ts';
import { bigintToFixedBytes, concatBytes, emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import { signDigest } from '../../primitives/crypto/secp256k1.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { createAbstractaccount } from './index.ts';

const [alice, bob, carol] = developmentAccounts.map(({ address }) => address);
const carolKey = fromHex(developmentAccounts[2]?.privateKey ?? '0x');
assert.ok(alice && bob && carol);
const qor = 1_000_000n;
const day = 86_400;
const privateKey = new Uint8Array(32).fill(5);
const pubkey = ed25519PublicKey(privateKey);
const key = { scheme: 'ed25519', pubkey };
const forbidden = parseAddress(`0x${'f0'.repeat(20)}`);
const reverting = parseAddress(`0x${'ef'.repeat(20)}`);
const target = parseAddress(`0x${'aa'.repeat(20)}`);
const registration = { ...key, permissions: ['evm', 'send'], expiry: 0n, label: 'game' };

function harnessWith(params: object = {}) {
  const permissionFor = (_: unknown, to?: string) =>
    to === undefined ? 'deploy' : to === forbidden ? undefined : 'evm';
  const module = createAbstractaccount({ permissionFor, isProtected: () => false });
  const harness = createModuleHarness([module], { abstractaccount: { params } });
  const code = harness.state.addCode(fromHex('0x5f5ffd'));
  harness.state.setAccount(reverting, { nonce: 1n, balance: 0n, codeHash: code });
  harness.fund(alice ?? target, 1_000n * qor);
  const own = (name: string, inputs: AbiRecord) => harness.call(module, alice ?? target, name, inputs);
  const ask = (name: string, inputs: AbiRecord) => {
    const result = harness.call(module, bob ?? target, name, inputs) as { outputs: { digest: Uint8Array } };
    return result.outputs.digest;
  };
  const evm = (changes: AbiRecord = {}, sign = (digest: Uint8Array) => signEd25519(digest, privateKey)) => {
    const nonce = harness.state.account(alice ?? target)?.nonce ?? 0n;
    const order = { account: alice ?? target, ...key, to: target, value: 0n, data: emptyBytes, nonce, ...changes };
    const { gasLimit = 100_000n, signature = sign(ask('evmDigest', order)), ...rest } = order as AbiRecord;
    return harness.call(module, bob ?? target, 'executeEvm', { ...rest, gasLimit, signature });
  };
  const pay = (changes: AbiRecord = {}) => {
    const order = { account: alice ?? target, ...key, to: target, amount: qor, nonce: 0n, ...changes };
    const signature = signEd25519(ask('nativeDigest', order), privateKey);
    return harness.call(module, bob ?? target, 'executeNative', { signature, ...order });
  };
  const view = () => harness.query(module, 'qor_getAbstractAccount', alice) as Record<string, unknown>;
  return { module, harness, own, evm, pay, view };
}

function opened(params: object = {}) {
  const all = harnessWith(params);
  assert.deepEqual(all.own('create', { accountType: 'session_based' }), { outputs: {} });
  assert.deepEqual(all.own('registerAuthenticator', registration), { outputs: {} });
  return all;
}

const wei = (uqor: bigint) => uqor * weiPerUqor;
const limit = { rejection: 'abstractaccount: the spending limit is exceeded (5)' };
const replay = { rejection: 'abstractaccount: the nonce is not the next one (11)' };

test('a session key spends up to its limits and not beyond, until the next UTC day', () => {
  const { harness, own, evm, pay, view } = opened();
  own('setSpendingRule', { id: 'pocket', dailyLimit: 5n * qor, perTxLimit: 3n * qor, enabled: true });
  const fine = { outputs: { success: true, ret: emptyBytes, gasUsed: 0n, vmError: '' } };
  assert.deepEqual(evm({ value: wei(3n * qor) + 1n }), limit);
  assert.deepEqual(evm({ value: wei(3n * qor) }), fine);
  assert.deepEqual(pay({ amount: 3n * qor }), limit);
  assert.deepEqual(pay({ amount: 2n * qor }), { outputs: {} });
  assert.deepEqual(evm({ value: 1n }), limit);
  assert.equal(harness.balance(target), 5n * qor);
  harness.nextBlock({ seconds: day - 10 });
  assert.deepEqual(pay({ amount: 1n, nonce: 1n }), limit);
  assert.equal(view().active_sessions, 1);
  harness.nextBlock({ seconds: 9 });
  assert.deepEqual(pay({ amount: 3n * qor, nonce: 1n }), { outputs: {} });
  harness.nextBlock({ seconds: 1 });
  assert.deepEqual(pay({ amount: 1n, nonce: 2n }), {
    rejection: 'abstractaccount: the key has expired, or would be valid for more than 30 days (6)',
  });
  assert.equal(harness.balance(alice) + harness.balance(target), 1_000n * qor);
});

test('no signature counts twice, also after the key was revoked and registered again', () => {
  const { own, evm, pay } = opened();
  assert.ok('outputs' in evm({ nonce: 0n }));
  assert.deepEqual(evm({ nonce: 0n }), replay);
  assert.deepEqual(pay(), { outputs: {} });
  assert.deepEqual(pay(), replay);
  assert.deepEqual(own('revokeAuthenticator', key), { outputs: {} });
  assert.deepEqual(pay({ nonce: 1n }), { rejection: 'abstractaccount: no such account, rule or key (2)' });
  own('registerAuthenticator', registration);
  assert.deepEqual(pay(), replay);
  assert.deepEqual(pay({ nonce: 1n }), { outputs: {} });
});

test('a failed execution uses up its nonce and says why; one without enough gas does not', () => {
  const { harness, evm } = opened();
  const failed = evm({ to: reverting, value: 5n }) as { outputs: AbiRecord };
  assert.deepEqual([failed.outputs.success, failed.outputs.vmError], [false, 'execution reverted']);
  assert.equal(harness.state.account(alice)?.nonce, 1n);
  assert.equal(harness.balance(alice), 1_000n * qor);
  assert.deepEqual(evm({ to: reverting, gasLimit: 1n }), {
    rejection: 'abstractaccount: the gas limit does not suffice (17)',
  });
  assert.deepEqual(evm({ value: wei(1_001n * qor) }), {
    rejection: 'abstractaccount: insufficient balance for transfer (17)',
  });
  assert.deepEqual(evm({ gasLimit: 20_000_000n }), { rejection: 'out of gas' });
  assert.equal(harness.state.account(alice)?.nonce, 1n);
});

test('permissions limit what a key may do', () => {
  const { own, evm, pay } = opened();
  const denied = { rejection: 'abstractaccount: the key may not do this (10)' };
  assert.deepEqual(evm({ to: '' }), denied);
  assert.deepEqual(evm({ to: forbidden }), denied);
  own('revokeAuthenticator', key);
  own('registerAuthenticator', { ...registration, permissions: ['deploy'] });
  assert.deepEqual(pay(), denied);
  assert.deepEqual(evm(), denied);
  const made = evm({ to: '', data: fromHex('0x5f5ff3') }) as { outputs: AbiRecord };
  assert.equal(made.outputs.success, true);
  own('revokeAuthenticator', key);
  own('registerAuthenticator', { ...registration, permissions: ['all'] });
  assert.deepEqual(evm({ to: forbidden }), denied, 'not even with all');
});

test('an address signs as wallets do, by EIP-191', () => {
  const { own, evm } = opened();
  const wallet = { scheme: 'secp256k1', pubkey: fromHex(carol) };
  assert.deepEqual(own('registerAuthenticator', { ...registration, ...wallet }), { outputs: {} });
  const sign = (digest: Uint8Array) => {
    const prefix = new TextEncoder().encode('\u0019Ethereum Signed Message:\n32');
    const { r, s, yParity } = signDigest(keccak256(concatBytes(prefix, digest)), carolKey);
    return concatBytes(bigintToFixedBytes(r, 32), bigintToFixedBytes(s, 32), Uint8Array.of(27 + yParity));
  };
  assert.ok('outputs' in evm({ ...wallet, value: 7n }, sign));
  assert.deepEqual(
    evm(wallet, () => new Uint8Array(65)),
    { rejection: 'abstractaccount: the signature is not right (14)' },
  );
});

test('rejections name module, reason and code, and change nothing', () => {
  const { module, harness, own, evm, pay, view } = harnessWith({ max_session_keys: 1, max_spending_rules: 1 });
  const missing = { rejection: 'abstractaccount: no such account, rule or key (2)' };
  const known = { rejection: 'abstractaccount: the account or key is registered already (3)' };
  const rule = { id: 'a', dailyLimit: 1n, perTxLimit: 1n, enabled: true };
  assert.deepEqual(own('create', { accountType: 'other' }), {
    rejection: 'abstractaccount: the type must be multisig, social_recovery or session_based (4)',
  });
  for (const name of ['setSpendingRule', 'removeSpendingRule']) assert.deepEqual(own(name, rule), missing);
  assert.deepEqual(own('registerAuthenticator', registration), missing);
  assert.deepEqual(own('revokeAuthenticator', key), missing);
  assert.throws(view, { kind: 'not-found' });
  own('create', { accountType: 'multisig' });
  assert.deepEqual(own('create', { accountType: 'multisig' }), known);
  assert.deepEqual(evm(), missing);
  const register = (changes: AbiRecord) => own('registerAuthenticator', { ...registration, ...changes });
  const scheme =
    'abstractaccount: the scheme must be ed25519 (32 bytes) or secp256k1 (33 or 65 bytes, or a 20-byte address) (12)';
  assert.deepEqual(register({ scheme: 'rsa' }), { rejection: scheme });
  assert.deepEqual(register({ pubkey: emptyBytes }), { rejection: scheme });
  assert.deepEqual(register({ scheme: 'secp256k1', pubkey: new Uint8Array(33) }), { rejection: scheme });
  const permissions = {
    rejection: 'abstractaccount: permissions must be some of all, send, delegate, withdraw, evm, deploy (13)',
  };
  assert.deepEqual(register({ permissions: [] }), permissions);
  assert.deepEqual(register({ permissions: ['evm', 'fly'] }), permissions);
  const expiry = { rejection: 'abstractaccount: the key has expired, or would be valid for more than 30 days (6)' };
  assert.deepEqual(register({ expiry: harness.block.timestamp }), expiry);
  assert.deepEqual(register({ expiry: harness.block.timestamp + BigInt(30 * day) + 1n }), expiry);
  assert.deepEqual(register({ label: 'x'.repeat(65) }), {
    rejection: 'abstractaccount: the label is longer than 64 bytes (15)',
  });
  assert.deepEqual(register({ expiry: harness.block.timestamp + BigInt(30 * day) }), { outputs: {} });
  assert.deepEqual(register({}), known);
  assert.deepEqual(register({ pubkey: new Uint8Array(32) }), {
    rejection: 'abstractaccount: the account has as many keys as it may have (7)',
  });
  const rules = {
    rejection: 'abstractaccount: a rule needs an id of 1 to 32 characters, and an account has few of them (8)',
  };
  assert.deepEqual(own('setSpendingRule', { ...rule, id: '' }), rules);
  own('setSpendingRule', rule);
  assert.deepEqual(own('setSpendingRule', { ...rule, id: 'b' }), rules);
  assert.deepEqual(own('removeSpendingRule', { id: 'a' }), { outputs: {} });
  const self = { rejection: 'abstractaccount: an account cannot be its own target (16)' };
  assert.deepEqual([evm({ to: alice }), pay({ to: alice })], [self, self]);
  assert.deepEqual(evm({ to: '0x12' }), {
    rejection: 'abstractaccount: the target is not 0x and 40 hex digits, or empty (18)',
  });
  const wrong = { rejection: 'abstractaccount: the signature is not right (14)' };
  assert.deepEqual([evm({ signature: emptyBytes }), pay({ signature: new Uint8Array(64) })], [wrong, wrong]);
  module.params?.change(harness.state, '{"enabled": false}');
  assert.deepEqual(register({}), { rejection: 'abstractaccount: the module is off (9)' });
  assert.throws(view, { kind: 'module-disabled' });
  assert.ok('outputs' in pay(), 'keys that exist still count');
});

test('the query returns rules and keys, and the genesis section restores everything', () => {
  const { module, harness, own, pay, view } = opened();
  own('setSpendingRule', { id: 'a', dailyLimit: 500n * qor, perTxLimit: 0n, enabled: true });
  pay();
  assert.deepEqual(view(), {
    address: toBech32(alice),
    account_type: 'session_based',
    owner: toBech32(alice),
    active_sessions: 1,
    spending_rules: { daily_limit: '500000000uqor', per_tx_limit: '0uqor', allowed_denoms: ['uqor'] },
    created_at_height: 1,
    authenticators: [
      {
        scheme: 'ed25519',
        pubkey: Buffer.from(pubkey).toString('base64'),
        permissions: ['send', 'evm'],
        expiry: '2026-01-02T00:00:02Z',
        label: 'game',
        revoked: false,
        sequence: 1,
      },
    ],
  });
  const section = JSON.parse(JSON.stringify(module.exportGenesis?.(harness.state)));
  const again = createModuleHarness([module], { abstractaccount: section });
  assert.deepEqual(module.exportGenesis?.(again.state), section);
});
