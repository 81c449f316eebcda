import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, listField, textField, uint } from '../../kernel/module-sdk/field.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { signersChangedEvent } from './events.ts';
import { fault } from './faults.ts';
import { abstractaccountParams } from './params.ts';
import { type Account, accounts, maxMembers, signers } from './records.ts';
import { forgetRecovery } from './recovery.ts';

/** M of N accounts act for an account of type multisig, or give one of type social_recovery another owner. */
const setSigners = call('setSigners', {
  doc: 'Name who acts for the calling account: for a multisig its signers, of whom as many as the threshold act by executeMultisig; for social_recovery its guardians, of whom as many name another owner by approveRecovery. None takes the right back. What guardians have approved before no longer counts.',
  inputs: {
    members: listField(accountField('a signer or guardian'), 'at most 20, none twice'),
    threshold: uint(8, 'how many of them it takes'),
  },
  gas: 80_000n,
  gasPerByte: 100n,
  example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z,0x70997970c51812dc3a010c7d01b50e0d17dc79c8', '2'],
  fault: ({ state, caller }, { members, threshold }) => {
    if (!abstractaccountParams.get(state).enabled) return fault.moduleOff();
    const account = accounts.get(state, caller);
    if (account === undefined) return fault.notFound();
    if (account.account_type === 'session_based') return fault.wrongType('multisig or social_recovery');
    return membersFault(caller, members, threshold);
  },
  run: ({ state, caller, emit }, { members, threshold }) => {
    forgetRecovery(state, caller);
    if (members.length === 0) signers.remove(state, caller);
    else signers.set(state, { members: [...members], threshold: Number(threshold) }, caller);
    emit(signersChangedEvent.log({ account: caller, count: BigInt(members.length), threshold }));
  },
});

const signersOf = view('signersOf', {
  doc: 'Signers of a multisig or guardians of an account, and how many of them it takes. Empty when there are none.',
  inputs: { account: accountField('the account') },
  outputs: {
    accountType: textField('multisig, social_recovery or session_based'),
    owner: accountField('who may act by executeAsOwner, besides the account itself'),
    members: listField(accountField('a signer or guardian'), 'as they were named'),
    threshold: uint(8, 'how many of them it takes'),
  },
  gas: 10_000n,
  run: ({ state }, { account }) => {
    const found = accounts.get(state, account);
    const group = signers.get(state, account);
    return {
      accountType: found?.account_type ?? '',
      owner: found?.owner ?? zeroAddress,
      members: group?.members ?? [],
      threshold: BigInt(group?.threshold ?? 0),
    };
  },
});

export const groupCalls = [setSigners, signersOf];

function membersFault(caller: Address, members: readonly Address[], threshold: bigint): ModuleFault | undefined {
  if (members.length > maxMembers) return fault.badSigners(`at most ${maxMembers}`);
  if (new Set(members).size !== members.length) return fault.badSigners('one is there twice');
  if (members.includes(caller) || members.includes(zeroAddress))
    return fault.badSigners('neither the account itself nor the zero address can be one');
  if (members.length === 0) return threshold === 0n ? undefined : fault.badSigners('without any, the threshold is 0');
  const isPossible = threshold >= 1n && threshold <= BigInt(members.length);
  return isPossible ? undefined : fault.badSigners(`the threshold must be 1 to ${members.length}`);
}

/** The account, when it is of that type. */
export function accountOfType(
  { state }: Pick<CheckContext, 'state'>,
  address: Address,
  type: Account['account_type'],
): Account | undefined {
  const account = accounts.get(state, address);
  return account?.account_type === type ? account : undefined;
}
