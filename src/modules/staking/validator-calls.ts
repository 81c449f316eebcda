import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { one, ratio, zero } from '../../primitives/decimal/decimal.ts';
import { stakingAddress } from '../addresses.ts';
import { delegated, unjailed, validatorCreated } from './events.ts';
import { fault } from './faults.ts';
import { stakingParams } from './params.ts';
import { operatorsByConsensus, validators } from './records.ts';
import { changeStake, type RewardSettlement, sharesFor, updateValidator } from './stake.ts';

const basisPoints = 10_000n;
const commissionField = uint(16, 'commission in basis points: 500 is 5 %');

export function createValidator(rewards: RewardSettlement) {
  return call('createValidator', {
    doc: 'Become a validator: name the key that signs blocks and bond the first stake.',
    inputs: {
      consensus: accountField('address of the key that signs blocks'),
      moniker: textField('name of the validator, 1 to 70 bytes'),
      commission: commissionField,
      amount: uqor('self bond'),
    },
    gas: 250_000n,
    example: ['0x90f79bf6eb2c4f870365e785982e1f101e93b906', 'north', '500', '100000qor'],
    fault: (context, inputs) => {
      const { state, caller } = context;
      if (validators.get(state, caller) !== undefined) return fault.alreadyValidator();
      if (operatorsByConsensus.get(state, inputs.consensus) !== undefined) return fault.consensusKeyTaken();
      const size = new TextEncoder().encode(inputs.moniker).length;
      if (size < 1 || size > 70) return fault.badMoniker();
      if (inputs.amount < stakingParams.get(state).min_self_bond) return fault.selfBondBelowMinimum();
      return (
        commissionFault(context, inputs.commission) ??
        (inputs.amount > uqorBalance(state, caller) ? fault.insufficientBalance() : undefined)
      );
    },
    run: ({ state, caller, block, emit }, { consensus, moniker, commission, amount }) => {
      const height = Number(block.number);
      const empty = {
        tokens: 0n,
        shares: 0n,
        is_active: false,
        jailed: false,
        jailed_until: 0,
        slashes: 0,
        missed_blocks: 0,
      };
      const rate = ratio(commission, basisPoints);
      const validator = {
        ...empty,
        consensus,
        moniker,
        commission: rate,
        created_height: height,
        window_start: height,
      };
      validators.set(state, validator, caller);
      operatorsByConsensus.set(state, caller, consensus);
      transferUqor(state, caller, stakingAddress, amount);
      changeStake(state, rewards, caller, caller, { tokens: amount, shares: sharesFor(validator, amount) });
      emit(validatorCreated.log({ validator: caller, moniker }));
      emit(delegated.log({ delegator: caller, validator: caller, amount }));
      return {};
    },
  });
}

export function setCommission(rewards: RewardSettlement) {
  return call('setCommission', {
    doc: 'Change the commission of the caller’s validator; what was earned until now keeps the old one.',
    inputs: { commission: commissionField },
    gas: 60_000n,
    example: ['700'],
    fault: (context, { commission }) =>
      validators.get(context.state, context.caller) === undefined
        ? fault.noSuchValidator()
        : commissionFault(context, commission),
    run: ({ state, caller }, { commission }) => {
      const validator = validators.get(state, caller);
      if (validator === undefined) return {};
      const { tokens, shares, commission: before, is_active } = validator;
      rewards.settleValidator(state, caller, { tokens, shares, commission: before, isActive: is_active });
      validators.set(state, { ...validator, commission: ratio(commission, basisPoints) }, caller);
      return {};
    },
  });
}

export const unjail = call('unjail', {
  doc: 'Bring the caller’s jailed validator back.',
  inputs: {},
  gas: 60_000n,
  fault: ({ state, caller, block }) => {
    const validator = validators.get(state, caller);
    if (validator === undefined) return fault.noSuchValidator();
    if (!validator.jailed) return fault.notJailed();
    return Number(block.number) < validator.jailed_until ? fault.stillJailed() : undefined;
  },
  run: ({ state, caller, block, emit }) => {
    const validator = validators.get(state, caller);
    if (validator === undefined) return {};
    updateValidator(state, caller, validator, { jailed: false, missed_blocks: 0, window_start: Number(block.number) });
    emit(unjailed.log({ validator: caller }));
    return {};
  },
});

function commissionFault({ state }: CheckContext, commission: bigint): ModuleFault | undefined {
  const rate = commission > basisPoints ? zero : ratio(commission, basisPoints);
  return rate < stakingParams.get(state).min_commission || rate > one ? fault.badCommission() : undefined;
}
