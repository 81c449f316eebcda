import { type CallContext, type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { accountField, textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import { totalSupply } from '../../kernel/supply.ts';
import { parseNativeAccountText } from '../../primitives/account-text.ts';
import { type Address, toBase58, toBech32 } from '../../primitives/address.ts';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import { weiPerLamport, weiPerUqor } from '../../primitives/units.ts';
import { bankAddress } from '../addresses.ts';
import { transferredEvent } from './events.ts';

export const fault = faultsOf({
  noNativeAccount: [2, 'the recipient is no native account'],
  insufficientBalance: [3, 'the balance does not suffice'],
  memoTooLong: [4, 'the memo is longer than 256 bytes'],
});

const maxMemoBytes = 256;

/** The account a text names; undefined when it names none. */
function recipientOf(text: string): Address | undefined {
  try {
    return parseNativeAccountText(text);
  } catch (error) {
    rethrowProcessError(error);
    return undefined;
  }
}

const send = call('send', {
  doc: 'Send QOR to an account in any spelling: 0x…, qor1… or base58.',
  inputs: {
    to: textField('recipient in any spelling'),
    amount: uqor('how much'),
    memo: textField('for the recipient, at most 256 bytes; exchanges ask for one', { maxBytes: 2 * maxMemoBytes }),
  },
  gas: 30_000n,
  gasPerByte: 16n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '1.5qor', 'invoice-7'],
  fault: ({ state, caller }, { to, amount, memo }) => {
    if (recipientOf(to) === undefined) return fault.noNativeAccount();
    if (new TextEncoder().encode(memo).length > maxMemoBytes) return fault.memoTooLong();
    return amount * weiPerUqor > (state.account(caller)?.balance ?? 0n) ? fault.insufficientBalance() : undefined;
  },
  run: (context, { to, amount, memo }) => move(context, recipientOf(to) ?? context.caller, amount * weiPerUqor, memo),
});

/** Sends the value that came with the call: for amounts finer than a uqor. */
const sendValue = call('sendValue', {
  doc: 'Send the wei that come with the call to an account in any spelling.',
  inputs: { to: textField('recipient in any spelling') },
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '--value', '1.5qor'],
  gas: 30_000n,
  gasPerByte: 16n,
  isPayable: true,
  fault: (_: CheckContext, { to }) => (recipientOf(to) === undefined ? fault.noNativeAccount() : undefined),
  run: ({ state, value, caller, emit }, { to }) => {
    const recipient = recipientOf(to) ?? caller;
    state.transfer(bankAddress, recipient, value);
    emit(transferredEvent.log({ from: caller, to: recipient, amount: value, memo: '' }));
  },
});

const balanceOf = view('balanceOf', {
  doc: 'The one balance of an account, in the three scales.',
  inputs: { account: accountField('account') },
  outputs: {
    amount: uqor('in whole uqor'),
    lamports: uint(256, 'in whole lamports'),
    exact: withUnit('wei', uint(256, 'exact')),
  },
  gas: 2_600n,
  run: ({ state }, { account }) => {
    const exact = state.account(account)?.balance ?? 0n;
    return { amount: exact / weiPerUqor, lamports: exact / weiPerLamport, exact };
  },
});

const spellings = view('spellings', {
  doc: 'The other spellings of an account.',
  inputs: { account: accountField('account') },
  outputs: { native: textField('qor1…'), svm: textField('base58') },
  gas: 3_000n,
  run: (_, { account }) => ({ native: toBech32(account), svm: toBase58(account) }),
});

const totalSupplyView = view('totalSupply', {
  doc: 'All wei in existence after the last block: genesis plus minted less burned.',
  inputs: {},
  outputs: { amount: withUnit('wei', uint(256, 'in existence')) },
  gas: 2_600n,
  run: ({ state }) => ({ amount: totalSupply(state) }),
});

export const bankCalls = [send, sendValue, balanceOf, spellings, totalSupplyView];

function move({ state, caller, emit }: CallContext, to: Address, wei: bigint, memo: string): void {
  state.transfer(caller, to, wei);
  emit(transferredEvent.log({ from: caller, to, amount: wei, memo }));
}
