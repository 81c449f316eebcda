import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toBase58 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { weiPerLamport, weiPerQor } from '../../primitives/units.ts';
import { createModuleHarness } from '../../testing/module-harness.ts';
import { svmAddress } from '../addresses.ts';
import { svm } from './index.ts';
import { genesisPrograms, programs } from './records.ts';

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const privateKey = new Uint8Array(32).fill(7);
const account = base58.encode(ed25519PublicKey(privateKey));
const rent = 890_880n * weiPerLamport;

function harnessWith(section: object = svm.defaultGenesis('dev') as object) {
  const harness = createModuleHarness([svm], { svm: section });
  harness.state.mint(alice ?? svmAddress, 10n * weiPerQor);
  const deposit = (value: bigint, to = account) =>
    harness.call(svm, alice ?? svmAddress, 'deposit', { account: to }, { value });
  const ask = (name: string, inputs: AbiRecord) =>
    (harness.call(svm, bob ?? svmAddress, name, inputs) as { outputs: AbiRecord }).outputs;
  const sign = (inputs: AbiRecord) => signEd25519(ask('withdrawalDigest', inputs).digest as Uint8Array, privateKey);
  return { harness, deposit, ask, sign };
}

/** Transfers the value, as the EVM does before it runs a payable call. */
function pay({ harness }: ReturnType<typeof harnessWith>, value: bigint): void {
  harness.state.transfer(alice ?? svmAddress, svmAddress, value);
}

test('QOR goes to an SVM-only account and back, and nothing is lost', () => {
  const all = harnessWith();
  const { harness, deposit, ask, sign } = all;
  const there = 2n * weiPerQor + weiPerLamport;
  pay(all, there);
  assert.deepEqual(deposit(there), { outputs: {} });
  assert.deepEqual(ask('balanceOf', { account }), { lamports: 2_000_000_001n });
  const part = { account, to: bob, amount: weiPerQor + weiPerLamport };
  assert.deepEqual(harness.call(svm, bob, 'withdraw', { ...part, signature: sign(part) }), { outputs: {} });
  assert.equal(harness.state.balance(bob), weiPerQor + weiPerLamport);
  const rest = { account, to: alice, amount: weiPerQor };
  assert.deepEqual(harness.call(svm, bob, 'withdraw', { ...rest, signature: sign(rest) }), { outputs: {} });
  assert.deepEqual(ask('balanceOf', { account }), { lamports: 0n });
  assert.equal(harness.state.balance(svmAddress), 0n);
  assert.equal(harness.state.balance(alice) + harness.state.balance(bob), 10n * weiPerQor);
});

test('a signature counts once, also after the account was emptied', () => {
  const all = harnessWith();
  const { harness, deposit, sign } = all;
  pay(all, 2n * weiPerQor);
  deposit(weiPerQor);
  const inputs = { account, to: bob, amount: weiPerQor };
  const signature = sign(inputs);
  assert.deepEqual(harness.call(svm, bob, 'withdraw', { ...inputs, signature }), { outputs: {} });
  deposit(weiPerQor);
  assert.deepEqual(harness.call(svm, bob, 'withdraw', { ...inputs, signature }), {
    rejection: 'svm: the signature is not right (14)',
  });
});

test('rejections name module, reason and code, and change nothing', () => {
  const all = harnessWith();
  const { harness, deposit, sign } = all;
  const amountFault =
    'svm: the amount must be a whole number of lamports above zero, and not more than the account holds (6)';
  const keyFault =
    'svm: not the key of an SVM-only account: a native account receives by a plain transfer; `svm deposit` and `crossvm call evm svm` credit only other keys (12)';
  const rentFault = 'svm: an account must hold the rent-exempt minimum of 890880 lamports, or nothing (7)';
  pay(all, 5n * weiPerQor);
  assert.deepEqual(deposit(rent, 'abc'), { rejection: keyFault });
  assert.deepEqual(deposit(rent, toBase58(bob)), { rejection: keyFault });
  const smallOrder = Buffer.from('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'hex');
  const offCurve = new Uint8Array(32).fill(2);
  for (const key of [smallOrder, offCurve])
    assert.deepEqual(deposit(rent, base58.encode(key)), {
      rejection: 'svm: no private key belongs to that account, so that nobody could ever take the coins back (22)',
    });
  assert.deepEqual(deposit(rent, genesisPrograms[1]), { rejection: 'svm: this is a program, not an account (21)' });
  assert.deepEqual(deposit(0n), { rejection: amountFault });
  assert.deepEqual(deposit(rent + 1n), { rejection: amountFault });
  assert.deepEqual(deposit(rent - weiPerLamport), { rejection: rentFault });
  const withdraw = (changes: AbiRecord = {}) => {
    const inputs = { account, to: bob, amount: weiPerLamport, ...changes };
    return harness.call(svm, bob, 'withdraw', { signature: sign(inputs), ...inputs });
  };
  assert.deepEqual(withdraw({ account: 'x' }), { rejection: keyFault });
  assert.deepEqual(withdraw(), { rejection: 'svm: no such account (3)' });
  deposit(rent);
  assert.deepEqual(withdraw(), { rejection: rentFault });
  assert.deepEqual(withdraw({ amount: 0n }), { rejection: amountFault });
  assert.deepEqual(withdraw({ amount: rent + weiPerLamport }), { rejection: amountFault });
  assert.deepEqual(withdraw({ amount: rent, signature: new Uint8Array(64) }), {
    rejection: 'svm: the signature is not right (14)',
  });
  assert.deepEqual(withdraw({ amount: rent, signature: emptyBytes }), {
    rejection: 'svm: the signature is not right (14)',
  });
  svm.params?.change(harness.state, '{"enabled": false}');
  assert.deepEqual(deposit(rent), { rejection: 'svm: SVM module is disabled (11)' });
  assert.deepEqual(withdraw({ amount: rent }), { outputs: {} });
});

test('deploying and executing are rejected, whatever the input', () => {
  const { harness } = harnessWith();
  const rejection = { rejection: 'svm: SVM module is disabled (11)' };
  for (const bytecode of [emptyBytes, Uint8Array.of(0x7f, 0x45, 0x4c, 0x46)])
    assert.deepEqual(harness.call(svm, alice, 'deployProgram', { bytecode }), rejection);
  for (const program of ['', 'nonsense', genesisPrograms[0] ?? ''])
    assert.deepEqual(harness.call(svm, alice, 'execute', { program, data: emptyBytes }), rejection);
  assert.deepEqual(harness.call(svm, alice, 'createAccount', { owner: '', space: 0n, lamports: 0n }), rejection);
});

test('the rent-exempt minimum grows with the data', () => {
  const { ask } = harnessWith();
  const minimum = (dataLength: bigint) => ask('minimumBalance', { dataLength }).lamports;
  assert.deepEqual([0n, 165n, 1024n].map(minimum), [890_880n, 2_039_280n, 8_017_920n]);
});

test('its genesis section restores everything, programs included', () => {
  const all = harnessWith();
  pay(all, weiPerQor);
  all.deposit(weiPerQor);
  const { state } = all.harness;
  assert.equal([...programs.list(state)].length, 6);
  const section = JSON.parse(JSON.stringify(svm.exportGenesis?.(state)));
  assert.throws(() => harnessWith(section), /the treasury has less/, 'the coins must come from somewhere');
  const empty = { ...section, account: [] };
  assert.deepEqual(svm.exportGenesis?.(harnessWith(empty).harness.state), empty);
});
