import { rewardPool } from '../../kernel/module-account.ts';
import { type CallContext, call, view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { accountField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { moveWei } from '../../kernel/pools.ts';
import type { Dependencies } from './dependencies.ts';
import { incomeWithdrawnEvent, rewardsWithdrawnEvent } from './events.ts';
import { delegationRewardsTable, rewardScale, validatorRewardsTable } from './records.ts';
import { settleDelegation, settledDelegation, settledValidator, settleValidator } from './rewards.ts';

export const fault = faultsOf({
  noSuchValidator: [2, 'no validator is operated by that account'],
  noDelegation: [3, 'nothing was ever delegated there'],
});

const paid = { amount: withUnit('wei', uint(256, 'paid')) };
const validator = accountField('operator of the validator');

/** The calls of the module. */
export function distributionCalls(stakes: Dependencies) {
  return [withdrawRewards(stakes), withdrawIncome(stakes), rewardsOf(stakes), incomeOf(stakes)];
}

const withdrawRewards = ({ stakeOf, sharesOf }: Dependencies) =>
  call('withdrawRewards', {
    doc: 'Pay out what the caller has earned by delegating to a validator.',
    inputs: { validator },
    outputs: paid,
    gas: 80_000n,
    example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z'],
    fault: ({ state, caller }, inputs) => {
      if (stakeOf(state, inputs.validator) === undefined) return fault.noSuchValidator();
      const hasDelegated =
        delegationRewardsTable.get(state, caller, inputs.validator) !== undefined ||
        sharesOf(state, caller, inputs.validator) > 0n;
      return hasDelegated ? undefined : fault.noDelegation();
    },
    run: (context, { validator: operator }) => {
      const { state, caller, emit } = context;
      const stake = stakeOf(state, operator);
      if (stake === undefined) return { amount: 0n };
      settleDelegation(state, caller, operator, sharesOf(state, caller, operator), stake);
      const rewards = delegationRewardsTable.get(state, caller, operator);
      const amount = pay(context, rewards?.accrued ?? 0n);
      if (rewards !== undefined) {
        delegationRewardsTable.set(
          state,
          { ...rewards, accrued: rewards.accrued - amount * rewardScale },
          caller,
          operator,
        );
      }
      emit(rewardsWithdrawnEvent.log({ delegator: caller, validator: operator, amount }));
      return { amount };
    },
  });

const withdrawIncome = ({ stakeOf }: Dependencies) =>
  call('withdrawIncome', {
    doc: 'Pay out what the caller has earned as a validator: its part of the fees, and its commission.',
    inputs: {},
    outputs: paid,
    gas: 60_000n,
    fault: ({ state, caller }) => (stakeOf(state, caller) === undefined ? fault.noSuchValidator() : undefined),
    run: (context) => {
      const { state, caller, emit } = context;
      const stake = stakeOf(state, caller);
      if (stake === undefined) return { amount: 0n };
      const rewards = settleValidator(state, caller, stake);
      const amount = pay(context, rewards.income);
      validatorRewardsTable.set(state, { ...rewards, income: rewards.income - amount * rewardScale }, caller);
      emit(incomeWithdrawnEvent.log({ validator: caller, amount }));
      return { amount };
    },
  });

const rewardsOf = ({ stakeOf, sharesOf }: Dependencies) =>
  view('rewardsOf', {
    doc: 'What a delegator has earned with a validator and not yet taken.',
    inputs: { delegator: accountField('who delegated'), validator },
    outputs: { amount: withUnit('wei', uint(256, 'earned')) },
    gas: 8_000n,
    fault: ({ state }, inputs) =>
      stakeOf(state, inputs.validator) === undefined ? fault.noSuchValidator() : undefined,
    run: ({ state }, { delegator, validator: operator }) => {
      const stake = stakeOf(state, operator);
      if (stake === undefined) return { amount: 0n };
      const settled = settledValidator(state, operator, stake);
      const shares = sharesOf(state, delegator, operator);
      return { amount: settledDelegation(state, delegator, operator, shares, settled).accrued / rewardScale };
    },
  });

const incomeOf = ({ stakeOf }: Dependencies) =>
  view('incomeOf', {
    doc: 'What a validator has earned for itself and not yet taken.',
    inputs: { validator },
    outputs: { amount: withUnit('wei', uint(256, 'earned')) },
    gas: 5_000n,
    fault: ({ state }, inputs) =>
      stakeOf(state, inputs.validator) === undefined ? fault.noSuchValidator() : undefined,
    run: ({ state }, { validator: operator }) => {
      const stake = stakeOf(state, operator);
      return { amount: stake === undefined ? 0n : settledValidator(state, operator, stake).income / rewardScale };
    },
  });

/** Pays the whole wei of a scaled amount to the caller and returns the amount. */
function pay({ state, caller }: CallContext, scaled: bigint): bigint {
  const amount = scaled / rewardScale;
  moveWei(state, rewardPool, caller, amount);
  return amount;
}
