import { authDigest } from '../../kernel/auth-digest.ts';
import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, bytesField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { verifyEd25519 } from '../../primitives/crypto/ed25519.ts';
import { weiPerLamport } from '../../primitives/units.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { svmAddress } from '../addresses.ts';
import { deposited, withdrawn } from './events.ts';
import { fault } from './faults.ts';
import { svmParams } from './params.ts';
import { accounts, programs, sequences, svmOnlyKey } from './records.ts';
import { rentMinimum } from './rent.ts';

const accountInput = textField('the account in base58');

const deposit = call('deposit', {
  doc: 'Move the value sent along to an account of the SVM only. The first deposit must reach the rent-exempt minimum.',
  inputs: { account: accountInput },
  gas: 60_000n,
  isPayable: true,
  example: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '--value', '1.5qor'],
  fault: ({ state, value }, { account }) => {
    if (!svmParams.get(state).enabled) return fault.svmDisabled();
    const key = svmOnlyKey(account);
    if (key === undefined) return fault.notSvmOnlyKey();
    if (programs.get(state, key) !== undefined) return fault.isProgram();
    if (value === 0n || value % weiPerLamport !== 0n) return fault.badAmount();
    return restFault(lamportsOf(state, key) + value / weiPerLamport);
  },
  run: ({ state, caller, value, emit }, { account }) => {
    const key = svmOnlyKey(account);
    if (key === undefined) return {};
    changeLamports(state, key, value / weiPerLamport);
    emit(deposited.log({ from: caller, key, amount: value }));
    return {};
  },
});

type Withdrawal = { readonly account: string; readonly to: Address; readonly amount: bigint };

const withdrawalInputs = {
  account: accountInput,
  to: accountField('who is paid'),
  amount: withUnit('wei', uint(256, 'how much')),
};

const withdraw = call('withdraw', {
  doc: 'Pay a native account from an account of the SVM only. Its key signs the digest that withdrawalDigest returns (Ed25519); anybody may send it.',
  inputs: { ...withdrawalInputs, signature: bytesField('64 bytes') },
  gas: 250_000n,
  fault: (context, { signature, ...withdrawal }) => {
    const { state } = context;
    const key = svmOnlyKey(withdrawal.account);
    if (key === undefined) return fault.notSvmOnlyKey();
    if (accounts.get(state, key) === undefined) return fault.noSuchAccount();
    const lamports = withdrawal.amount / weiPerLamport;
    const held = lamportsOf(state, key);
    if (lamports === 0n || withdrawal.amount % weiPerLamport !== 0n || lamports > held) return fault.badAmount();
    const digest = digestOf(context, key, withdrawal);
    return restFault(held - lamports) ?? (verifyEd25519(key, digest, signature) ? undefined : fault.badSignature());
  },
  run: ({ state, emit }, { account, to, amount }) => {
    const key = svmOnlyKey(account);
    if (key === undefined) return {};
    sequences.set(state, (sequences.get(state, key) ?? 0) + 1, key);
    changeLamports(state, key, -(amount / weiPerLamport));
    state.transfer(svmAddress, to, amount);
    emit(withdrawn.log({ key, to, amount }));
    return {};
  },
});

const withdrawalDigest = view('withdrawalDigest', {
  doc: 'What the key of an account signs for its next withdrawal: SHA-256 of `qor-svm-auth-v1`, then chain id, account, recipient as qor1… and lamports as text, each behind its length, then the sequence.',
  inputs: withdrawalInputs,
  outputs: { digest: bytes32Field('sign this; zeros when there is no such account') },
  gas: 5_000n,
  run: (context, withdrawal) => {
    const key = svmOnlyKey(withdrawal.account);
    return { digest: key === undefined ? new Uint8Array(32) : digestOf(context, key, withdrawal) };
  },
});

const balanceOf = view('balanceOf', {
  doc: 'Lamports of an account of the SVM only.',
  inputs: { account: accountInput },
  outputs: { lamports: uint(256, 'held') },
  gas: 2_600n,
  run: ({ state }, { account }) => {
    const key = svmOnlyKey(account);
    return { lamports: key === undefined ? 0n : lamportsOf(state, key) };
  },
});

const minimumBalance = view('minimumBalance', {
  doc: 'Lamports that an account with so much data must hold to be exempt from rent.',
  inputs: { dataLength: uint(32, 'bytes') },
  outputs: { lamports: uint(64, 'at least') },
  gas: 2_600n,
  run: (_, { dataLength }) => ({ lamports: rentMinimum(dataLength) }),
});

export const transferCalls = [deposit, withdraw, withdrawalDigest, balanceOf, minimumBalance];

function lamportsOf(state: StateView, key: Uint8Array): bigint {
  return accounts.get(state, key) ?? 0n;
}

function changeLamports(state: WorldState, key: Uint8Array, change: bigint): void {
  const held = lamportsOf(state, key) + change;
  if (held === 0n) accounts.remove(state, key);
  else accounts.set(state, held, key);
}

function restFault(lamports: bigint): ModuleFault | undefined {
  return lamports === 0n || lamports >= rentMinimum(0n) ? undefined : fault.belowRentExemptMinimum();
}

function digestOf({ state, block }: CheckContext, key: Uint8Array, { to, amount }: Withdrawal): Uint8Array {
  const fields = [block.chainId.toString(), key, toBech32(to), (amount / weiPerLamport).toString()];
  return authDigest('qor-svm-auth-v1', fields, BigInt(sequences.get(state, key) ?? 0));
}
