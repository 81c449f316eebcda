import { type CheckContext, call, view } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, flagField, textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { delegatedEvent, redelegatedEvent, undelegatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { stakingParams } from './params.ts';
import { totalsRecord, unbondings, validators } from './records.ts';
import {
  chargeRedelegations,
  openRedelegation,
  redelegationFault,
  settleRedelegations,
  sharesLeft,
  takeRedelegated,
} from './redelegations.ts';
import { changeStake, type RewardSettlement, sharesFor, sharesToRelease, uqorOfShares } from './stake.ts';

const validator = accountField('operator of the validator');
const exampleValidator = 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z';

export const delegate = (rewards: RewardSettlement) =>
  call('delegate', {
    doc: 'Bond coins with a validator and earn with it.',
    inputs: { validator, amount: uqor('how much') },
    gas: 150_000n,
    example: [exampleValidator, '100qor'],
    fault: ({ state, caller }, inputs) =>
      targetFault({ state }, inputs.validator, inputs.amount) ??
      (inputs.amount > uqorBalance(state, caller) ? fault.insufficientBalance() : undefined),
    run: ({ state, caller, emit }, { validator: operator, amount }) => {
      const chosen = validators.get(state, operator);
      if (chosen === undefined) return;
      transferUqor(state, caller, stakingAddress, amount);
      changeStake(state, rewards, caller, operator, { tokens: amount, shares: sharesFor(chosen, amount) });
      emit(delegatedEvent.log({ delegator: caller, validator: operator, amount }));
    },
  });

export const undelegate = (dependencies: Pick<Dependencies, 'rewards' | 'burnCoins'>) =>
  call('undelegate', {
    doc: 'Take coins back from a validator. They are paid after the unbonding time.',
    inputs: { validator, amount: uqor('how much') },
    outputs: { completion: withUnit('seconds', uint(64, 'when they are paid, since 1970')) },
    gas: 180_000n,
    example: [exampleValidator, '50qor'],
    fault: (context, inputs) => releaseFault(context, inputs.validator, inputs.amount),
    run: (context, { validator: operator, amount }) => {
      const { state, caller, block, emit } = context;
      chargeRedelegations(context, caller, operator, 'settle');
      settleRedelegations(context, dependencies, caller, operator);
      const shares = release(context, dependencies.rewards, operator, amount);
      const redelegated = takeRedelegated(state, { delegator: caller, to: operator, shares, uqor: amount });
      const completion = Number(block.timestamp) + stakingParams.get(state).unbonding_seconds;
      const totals = totalsRecord.get(state);
      const slashes = validators.get(state, operator)?.slashes ?? 0;
      const started_height = Number(block.number);
      const unbonding = { delegator: caller, operator, amount, started_height, slashes, redelegated };
      unbondings.set(state, unbonding, completion, totals.next_unbonding);
      totalsRecord.set(state, { ...totals, next_unbonding: totals.next_unbonding + 1 });
      emit(undelegatedEvent.log({ delegator: caller, validator: operator, amount, completion: BigInt(completion) }));
      return { completion: BigInt(completion) };
    },
  });

export const redelegate = (rewards: RewardSettlement) =>
  call('redelegate', {
    doc: 'Move coins from one validator to another without unbonding. For the unbonding time they stay liable for what the first did before, and may not move on.',
    inputs: { from: validator, to: accountField('operator of the new validator'), amount: uqor('how much') },
    gas: 220_000n,
    example: [exampleValidator, 'qor1wzvhjux9rqfdcwspp37srdgwp5tac7wglagw2y', '50qor'],
    fault: (context, { from, to, amount }) =>
      releaseFault(context, from, amount) ??
      targetFault(context, to, amount) ??
      redelegationFault(context.state, context.caller, from, to),
    run: (context, { from, to, amount }) => {
      const { state, caller, block, emit } = context;
      chargeRedelegations(context, caller, to, 'read');
      release(context, rewards, from, amount);
      const chosen = validators.get(state, to);
      if (chosen === undefined) return;
      const shares = sharesFor(chosen, amount);
      changeStake(state, rewards, caller, to, { tokens: amount, shares });
      const [height, time] = [Number(block.number), Number(block.timestamp)];
      openRedelegation(state, from, { delegator: caller, to, shares, height, time });
      emit(redelegatedEvent.log({ delegator: caller, from, to, amount }));
    },
  });

export const delegationOf = view('delegationOf', {
  doc: 'What an account has bonded with a validator.',
  inputs: { delegator: accountField('account'), validator },
  outputs: { amount: uqor('worth now'), shares: uint(256, 'shares held') },
  gas: 5_000n,
  run: (context, { delegator, validator: operator }) => {
    const { state } = context;
    chargeRedelegations(context, delegator, operator, 'read');
    const chosen = validators.get(state, operator);
    const shares = sharesLeft(state, delegator, operator);
    return { amount: chosen === undefined ? 0n : uqorOfShares(chosen, shares), shares };
  },
});

export const validatorOf = view('validatorOf', {
  doc: 'A validator by its operator.',
  inputs: { validator },
  outputs: {
    moniker: textField('its name'),
    tokens: uqor('bonded with it'),
    isActive: flagField('it signs blocks'),
    isJailed: flagField('it was taken out for misbehaviour'),
  },
  gas: 2_600n,
  fault: ({ state }, inputs) =>
    validators.get(state, inputs.validator) === undefined ? fault.noSuchValidator() : undefined,
  run: ({ state }, { validator: operator }) => {
    const found = validators.get(state, operator);
    const { moniker = '', tokens = 0n, is_active: isActive = false, jailed: isJailed = false } = found ?? {};
    return { moniker, tokens, isActive, isJailed };
  },
});

function targetFault(
  { state }: Pick<CheckContext, 'state'>,
  operator: Address,
  amount: bigint,
): ModuleFault | undefined {
  if (amount === 0n) return fault.zeroAmount();
  const chosen = validators.get(state, operator);
  if (chosen === undefined) return fault.noSuchValidator();
  return chosen.tokens === 0n && chosen.shares > 0n ? fault.noStakeLeft() : undefined;
}

function releaseFault({ state, caller }: CheckContext, operator: Address, amount: bigint): ModuleFault | undefined {
  if (amount === 0n) return fault.zeroAmount();
  const chosen = validators.get(state, operator);
  if (chosen === undefined) return fault.noSuchValidator();
  return amount > uqorOfShares(chosen, sharesLeft(state, caller, operator))
    ? fault.insufficientDelegation()
    : undefined;
}

type Running = Parameters<ReturnType<typeof delegate>['run']>[0];

function release({ state, caller }: Running, rewards: RewardSettlement, operator: Address, amount: bigint): bigint {
  const chosen = validators.get(state, operator);
  if (chosen === undefined) return 0n;
  const shares = sharesToRelease(chosen, amount);
  changeStake(state, rewards, caller, operator, { tokens: -amount, shares: -shares });
  return shares;
}
