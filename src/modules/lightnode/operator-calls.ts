import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import type { Dependencies } from './dependencies.ts';
import { leftEvent, registeredEvent } from './events.ts';
import { fault } from './faults.ts';
import { lightnodeParams } from './params.ts';
import { operators, operatorsByKey, progressRecord } from './records.ts';
import { payOut } from './rewards.ts';

const example = ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'];

/** Why the account has too little delegated to operate a light node, or undefined. */
export function delegationFault(
  state: StateView,
  operator: Address,
  { delegatedBy }: Dependencies,
): ModuleFault | undefined {
  const { min_delegation } = lightnodeParams.get(state);
  const delegated = delegatedBy(state, operator);
  return delegated >= min_delegation
    ? undefined
    : fault.tooLittleDelegated(`${delegated} of ${min_delegation} uqor with validators`);
}

/** Why the caller may not act for the operator, or undefined: it is neither the operator nor its key. */
export function actorFault({ state, caller }: CheckContext, operator: Address): ModuleFault | undefined {
  const found = operators.get(state, operator);
  if (found === undefined) return fault.notRegistered();
  return caller === operator || caller === found.key ? undefined : fault.mayNotAct();
}

export const registerCall = (dependencies: Dependencies) =>
  call('register', {
    doc: 'Register the caller as operator of a light node, or change its key. It needs the minimum delegation (of more than a hundred delegations, only those with active validators may count), and the key is an account that pays the gas of the answers and answers for no other operator. It can be the caller itself, even where another operator has named it: that one then answers itself.',
    inputs: { key: accountField('the account that answers for the caller') },
    gas: 120_000n,
    example,
    fault: ({ state, caller }, { key }) => {
      if (!lightnodeParams.get(state).enabled) return fault.moduleOff();
      const servedBy = operatorsByKey.get(state, key);
      if (servedBy !== undefined && servedBy !== caller && key !== caller) return fault.keyInUse();
      return delegationFault(state, caller, dependencies);
    },
    run: ({ state, caller, block, emit }, { key }) => {
      const before = operators.get(state, caller);
      if (before === undefined) {
        const progress = progressRecord.get(state);
        progressRecord.set(state, { ...progress, operators: progress.operators + 1 });
      } else freeKey(state, caller, before.key);
      const namedBy = operatorsByKey.get(state, key);
      if (namedBy !== undefined) emit(registeredEvent.log({ operator: namedBy, key: takeOwnKey(state, namedBy, key) }));
      const fresh = { registered_at: Number(block.timestamp), answered: 0 };
      operators.set(state, { ...(before ?? fresh), key }, caller);
      operatorsByKey.set(state, caller, key);
      emit(registeredEvent.log({ operator: caller, key }));
    },
  });

/** An operator whose key is claimed by its owner answers itself from now on. Returns its new key. */
function takeOwnKey(state: WorldState, operator: Address, key: Address): Address {
  const found = operators.get(state, operator);
  if (found !== undefined) operators.set(state, { ...found, key: operator }, operator);
  operatorsByKey.remove(state, key);
  if (operatorsByKey.get(state, operator) === undefined) operatorsByKey.set(state, operator, operator);
  return operator;
}

/** Forgets that a key answers for an operator; one that answers for another by now stays with it. */
function freeKey(state: WorldState, operator: Address, key: Address): void {
  if (operatorsByKey.get(state, key) === operator) operatorsByKey.remove(state, key);
}

export const leaveCall = call('leave', {
  doc: 'Stop operating a light node. What it has earned is paid; an answer in the running epoch does not count any more.',
  inputs: {},
  gas: 120_000n,
  fault: ({ state, caller }) => (operators.get(state, caller) === undefined ? fault.notRegistered() : undefined),
  run: (context) => {
    const { state, caller, emit } = context;
    const operator = operators.get(state, caller);
    if (operator === undefined) return;
    payOut(context, caller, operator);
    const progress = progressRecord.get(state);
    const hasAnswered = operator.answered > 0 && operator.answered === progress.epoch;
    const answers = progress.answers - (hasAnswered ? 1 : 0);
    progressRecord.set(state, { ...progress, answers, operators: progress.operators - 1 });
    freeKey(state, caller, operator.key);
    operators.remove(state, caller);
    emit(leftEvent.log({ operator: caller }));
  },
});

export const withdrawCall = call('withdraw', {
  doc: 'Pay to an operator what it has earned in the epoch that it answered last, once that has ended. The next answer does so, too.',
  inputs: { operator: accountField('the operator, which is paid') },
  outputs: { amount: withUnit('wei', uint(256, 'paid')) },
  gas: 80_000n,
  example,
  fault: (context, { operator }) => actorFault(context, operator),
  run: (context, { operator }) => {
    const found = operators.get(context.state, operator);
    return { amount: found === undefined ? 0n : payOut(context, operator, found) };
  },
});
