import type { EndBlockContext } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { stakingAddress } from '../addresses.ts';
import { slashed } from './events.ts';
import { stakingParams } from './params.ts';
import { totalsRecord, validators } from './records.ts';
import { type RewardSettlement, stakeOf, updateValidator } from './stake.ts';

export const infractions = ['downtime', 'double_sign', 'light_client_attack'] as const;
export type Infraction = (typeof infractions)[number];

/** Part of the stake that an infraction costs; the callee records it. */
export type PenaltyFor = (context: EndBlockContext, operator: Address, infraction: Infraction) => Decimal;

/** Burns part of a validator's stake and jails it. Coins that are already unbonding are not touched. */
export function slash(
  context: EndBlockContext,
  rewards: RewardSettlement,
  penaltyFor: PenaltyFor,
  operator: Address,
  infraction: Infraction,
): void {
  const { state, block, emit } = context;
  const validator = validators.get(state, operator);
  if (validator === undefined || validator.jailed) return;
  rewards.settleValidator(state, operator, stakeOf(validator));
  const amount = shareOf(validator.tokens, penaltyFor(context, operator, infraction));
  state.burn(stakingAddress, amount * weiPerUqor);
  updateValidator(state, operator, validator, {
    tokens: validator.tokens - amount,
    jailed: true,
    jailed_until: Number(block.number) + stakingParams.get(state).jail_blocks,
    slashes: validator.slashes + 1,
    missed_blocks: 0,
  });
  const totals = totalsRecord.get(state);
  totalsRecord.set(state, { ...totals, slashes: totals.slashes + 1, jailed: totals.jailed + 1 });
  emit(slashed.log({ validator: operator, amount, reason: infraction }));
}
