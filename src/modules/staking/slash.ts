import type { EndBlockContext } from '../../kernel/module.ts';
import type { Address } from '../../primitives/address.ts';
import { type Decimal, shareOf } from '../../primitives/decimal/decimal.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { stakingAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { slashedEvent } from './events.ts';
import { forgetMisses } from './forget-misses.ts';
import { stakingParams } from './params.ts';
import { slashes, totalsRecord, type Validator } from './records.ts';
import { redelegationsToSlash } from './redelegation-records.ts';
import { stakeOf, updateValidator } from './stake.ts';

const infractions = ['downtime', 'double_sign', 'light_client_attack'] as const;
export type Infraction = (typeof infractions)[number];

/** Returns the part of the stake that an infraction costs, and records the infraction. */
export type PenaltyFor = (context: EndBlockContext, operator: Address, infraction: Infraction) => Decimal;

/** What a validator did, and the height at which its stake was at risk for it. */
type Offence = { readonly infraction: Infraction; readonly height: number };

/**
 * Burns part of a validator's stake and jails it, permanently unless it was only absent. Coins that were bonded at the
 * height of the offence and are unbonding now lose the same part when they are paid; redelegated ones from the end of
 * this block.
 */
export function slash(
  context: EndBlockContext,
  { rewards, penaltyFor, burnCoins }: Dependencies,
  operator: Address,
  validator: Validator,
  { infraction, height }: Offence,
): void {
  const { state, block, emit } = context;
  rewards.settleValidator(state, operator, stakeOf(validator));
  const part = penaltyFor(context, operator, infraction);
  const amount = shareOf(validator.tokens, part);
  burnCoins(context, stakingAddress, amount * weiPerUqor, 'slash');
  redelegationsToSlash.set(state, 0, operator);
  slashes.set(state, { infraction_height: height, part }, operator, validator.slashes);
  updateValidator(state, operator, validator, {
    tokens: validator.tokens - amount,
    jailed: true,
    jailed_until: Number(block.number) + stakingParams.get(state).jail_blocks,
    slashes: validator.slashes + 1,
    ...forgetMisses(state, operator, Number(block.number) + 1),
    tombstoned: validator.tombstoned || infraction !== 'downtime',
  });
  const totals = totalsRecord.get(state);
  const jailed = totals.jailed + (validator.jailed ? 0 : 1);
  totalsRecord.set(state, { ...totals, slashes: totals.slashes + 1, jailed });
  emit(slashedEvent.log({ validator: operator, amount, reason: infraction }));
}
