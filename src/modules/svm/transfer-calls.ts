import { call, view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, bytesField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { countHeld } from '../../kernel/pools.ts';
import { svmAddress } from '../addresses.ts';
import { svmOnlyKey } from './records.ts';
import { rentMinimum } from './rent.ts';
import {
  creditDeposit,
  depositFault,
  lamportsOf,
  payWithdrawal,
  withdrawalDigestOf,
  withdrawalFault,
  withdrawalGas,
} from './transfers.ts';

const accountInput = textField('the account in base58');

const deposit = call('deposit', {
  doc: 'Move the value sent along to an SVM-only account. The first deposit must reach the rent-exempt minimum. Nothing goes to a key that is no point of Ed25519 (such as an address derived by a program), which nobody can sign for. `crossvm call evm svm` with funds and no payload does the same.',
  inputs: { account: accountInput },
  gas: 60_000n,
  isPayable: true,
  example: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '--value', '1.5qor'],
  fault: ({ state, value }, { account }) => depositFault(state, account, value),
  run: (context, { account }) => {
    countHeld(context.state, svmAddress, context.value);
    creditDeposit(context, account, context.value);
  },
});

const withdrawalInputs = {
  account: accountInput,
  to: accountField('who is paid'),
  amount: withUnit('wei', uint(256, 'how much')),
};

const withdraw = call('withdraw', {
  doc: 'Pay a native account from an SVM-only account. Its key signs the digest that withdrawalDigest returns (Ed25519); anybody may send it. `crossvm call svm evm` does the same.',
  inputs: { ...withdrawalInputs, signature: bytesField('64 bytes') },
  gas: withdrawalGas,
  fault: (context, { signature, ...withdrawal }) => withdrawalFault(context, withdrawal, signature),
  run: (context, withdrawal) => payWithdrawal(context, withdrawal),
});

const withdrawalDigest = view('withdrawalDigest', {
  doc: 'What the key of an account signs for its next withdrawal: `qor-svm-auth-v2`, see the signed texts below.',
  inputs: withdrawalInputs,
  outputs: { digest: bytes32Field('sign this; zeros when there is no such account') },
  gas: 5_000n,
  run: (context, withdrawal) => {
    const key = svmOnlyKey(withdrawal.account);
    return { digest: key === undefined ? new Uint8Array(32) : withdrawalDigestOf(context, key, withdrawal) };
  },
});

const balanceOf = view('balanceOf', {
  doc: 'Lamports of an SVM-only account.',
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
