import { call, view } from '../../kernel/module-sdk/call.ts';
import { accountField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { ownerChangedEvent, recoveryApprovedEvent, recoveryCancelledEvent, recoveryStartedEvent } from './events.ts';
import { fault } from './faults.ts';
import { accountOfType } from './group-calls.ts';
import { abstractaccountParams } from './params.ts';
import { accounts, approvals, recoveries, signers } from './records.ts';
import { forgetRecovery, isApproved } from './recovery.ts';

const account = accountField('the account to recover');
const newOwner = accountField('who shall act for it by executeAsOwner');
const example = ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'];

const approveRecovery = call('approveRecovery', {
  doc: 'Name another owner of an account whose guardian the caller is, in place of whom the caller named before. With as many guardians as it takes, finishRecovery makes that owner after the delay of the parameters, unless the account or its owner cancels it.',
  inputs: { account, newOwner },
  gas: 120_000n,
  example,
  fault: ({ state, caller }, inputs) => {
    if (!abstractaccountParams.get(state).enabled) return fault.moduleOff();
    if (accountOfType({ state }, inputs.account, 'social_recovery') === undefined)
      return fault.wrongType('social_recovery');
    if (signers.get(state, inputs.account)?.members.includes(caller) !== true) return fault.notGuardian();
    if (inputs.newOwner === zeroAddress) return fault.badSigners('nobody has the zero address');
    return approvals.get(state, inputs.account, caller) === inputs.newOwner ? fault.alreadyApproved() : undefined;
  },
  run: ({ state, caller, block, emit }, inputs) => {
    approvals.set(state, inputs.newOwner, inputs.account, caller);
    emit(recoveryApprovedEvent.log({ ...inputs, guardian: caller }));
    const open = recoveries.get(state, inputs.account);
    if (open !== undefined && isApproved(state, inputs.account, open.new_owner)) return;
    recoveries.remove(state, inputs.account); // its guardians have turned to somebody else
    if (!isApproved(state, inputs.account, inputs.newOwner)) return;
    const due_at = Number(block.timestamp) + abstractaccountParams.get(state).recovery_delay;
    recoveries.set(state, { new_owner: inputs.newOwner, due_at }, inputs.account);
    emit(recoveryStartedEvent.log({ ...inputs, dueAt: BigInt(due_at) }));
  },
});

const finishRecovery = call('finishRecovery', {
  doc: 'Make the owner that guardians have named, after the delay. Anybody may.',
  inputs: { account },
  gas: 120_000n,
  example: example.slice(0, 1),
  fault: ({ state, block }, inputs) => {
    const open = recoveries.get(state, inputs.account);
    if (open === undefined) return fault.notFound();
    return block.timestamp < BigInt(open.due_at) ? fault.notDue() : undefined;
  },
  run: ({ state, emit }, inputs) => {
    const [open, found] = [recoveries.get(state, inputs.account), accounts.get(state, inputs.account)];
    if (open === undefined || found === undefined) return;
    accounts.set(state, { ...found, owner: open.new_owner }, inputs.account);
    forgetRecovery(state, inputs.account);
    emit(ownerChangedEvent.log({ account: inputs.account, newOwner: open.new_owner }));
  },
});

const cancelRecovery = call('cancelRecovery', {
  doc: 'End a recovery of an account, and drop what guardians have approved. For the account itself and its owner.',
  inputs: { account },
  gas: 80_000n,
  example: example.slice(0, 1),
  fault: ({ state, caller }, inputs) => {
    const found = accounts.get(state, inputs.account);
    if (found === undefined) return fault.notFound();
    return caller === inputs.account || caller === found.owner ? undefined : fault.notOwner();
  },
  run: ({ state, emit }, inputs) => {
    forgetRecovery(state, inputs.account);
    emit(recoveryCancelledEvent.log(inputs));
  },
});

const recoveryOf = view('recoveryOf', {
  doc: 'The recovery of an account that waits for the end of its delay. All zero when there is none.',
  inputs: { account },
  outputs: { newOwner, dueAt: withUnit('seconds', uint(64, 'since 1970')) },
  gas: 5_000n,
  run: ({ state }, inputs) => {
    const open = recoveries.get(state, inputs.account);
    return { newOwner: open?.new_owner ?? zeroAddress, dueAt: BigInt(open?.due_at ?? 0) };
  },
});

export const recoveryCalls = [approveRecovery, finishRecovery, cancelRecovery, recoveryOf];
