import { totalSupply } from '../../kernel/supply.ts';
import type { ValidatorPower } from '../../kernel/validator-set.ts';
import type { Address } from '../../primitives/address.ts';
import { type ConsensusKeyType, consensusKeyTypes } from '../../primitives/crypto/consensus-key.ts';
import { type Decimal, ratio, zero } from '../../primitives/decimal/decimal.ts';
import { weiToUqor } from '../../primitives/units.ts';
import type { StateView } from '../../state/types.ts';
import { stakingParams } from './params.ts';
import {
  activeSetRecord,
  consensusSetRecord,
  delegations,
  operatorsByConsensus,
  totalsRecord,
  type Validator,
  validators,
} from './records.ts';
import { type Stake, sharesOf, stakeOf, uqorOfShares } from './stake.ts';

/** The functions by which other modules read validators; `modules/index.ts` provides them. */

/** Stake of the validator that an account operates. */
export function stakeOfOperator(state: StateView, operator: Address): Stake | undefined {
  const validator = validators.get(state, operator);
  return validator && stakeOf(validator);
}

/** uqor bonded with the active set. */
export function bondedUqor(state: StateView): bigint {
  return totalsRecord.get(state).bonded;
}

/** Most validators that sign blocks. */
export function maxValidators(state: StateView): number {
  return stakingParams.get(state).max_validators;
}

/** Whether the account operates a validator, active or not. */
export function operatesValidator(state: StateView, operator: Address): boolean {
  return validators.get(state, operator) !== undefined;
}

/** Whether the account operates a validator of the active set. */
export function operatesActiveValidator(state: StateView, operator: Address): boolean {
  return validators.get(state, operator)?.is_active === true;
}

/** uqor bonded with the validator that the account operates; 0 outside of the active set. */
export function activePowerOf(state: StateView, operator: Address): bigint {
  const validator = validators.get(state, operator);
  return validator?.is_active === true ? validator.tokens : 0n;
}

/** uqor that an account has bonded with validators, active or not. */
export function delegatedBy(state: StateView, delegator: Address): bigint {
  return readableStake(state, delegator, () => true);
}

/** uqor that an account has bonded with validators of the active set. */
export function activeStakeOf(state: StateView, delegator: Address): bigint {
  return readableStake(state, delegator, ({ is_active }) => is_active);
}

function readableStake(state: StateView, delegator: Address, isCounted: (validator: Validator) => boolean): bigint {
  let uqor = 0n;
  for (const [operator, shares] of readableDelegations(state, delegator)) {
    const validator = validators.get(state, operator);
    if (validator !== undefined && isCounted(validator)) uqor += uqorOfShares(validator, shares);
  }
  return uqor;
}

/** Delegations of an account that are all read, whatever the size of the active set. */
const leastReadable = 100;

/**
 * The delegations of an account. Of more than a hundred, and more than there are active validators, only those to
 * active validators: a call that reads them has an end, however many there are.
 */
function* readableDelegations(state: StateView, delegator: Address): Iterable<readonly [Address, shares: bigint]> {
  const active = activeSetRecord.get(state);
  const most = Math.max(active.length, leastReadable);
  const own: (readonly [Address, bigint])[] = [];
  for (const [[, operator], shares] of delegations.list(state, [delegator])) {
    own.push([operator, shares]);
    if (own.length > most) break;
  }
  yield* own.length > most ? active.map((operator) => [operator, sharesOf(state, delegator, operator)] as const) : own;
}

/** From undelegating to being paid. */
export function unbondingSeconds(state: StateView): number {
  return stakingParams.get(state).unbonding_seconds;
}

/** Address of the consensus key of the operator's validator; undefined when it operates none. */
export function consensusOf(state: StateView, operator: Address): Address | undefined {
  return validators.get(state, operator)?.consensus;
}

/** Operator of the validator with that address of a consensus key; undefined when there is none. */
export function operatorOf(state: StateView, consensus: Address): Address | undefined {
  return operatorsByConsensus.get(state, consensus);
}

/**
 * The keys that sign blocks from the second block after this state on, with their power; empty when nobody has a key.
 */
export function validatorSet(state: StateView): readonly ValidatorPower[] {
  return consensusSetRecord.get(state).map(({ public_key: publicKey, power }) => ({ publicKey, power }));
}

/** What the consensus of the network has to keep to: see `ConsensusRules`. */
export function consensusRules(state: StateView): ConsensusRules {
  return { evidenceSeconds: stakingParams.get(state).unbonding_seconds, keyTypes: consensusKeyTypes };
}

/** A validator's part of all bonded stake, and how often it was slashed. */
export function standingOf(state: StateView, consensus: Address) {
  const operator = operatorOf(state, consensus);
  const validator = operator && validators.get(state, operator);
  if (validator === undefined) return undefined;
  const bonded = bondedUqor(state);
  const stakeShare: Decimal = bonded === 0n ? zero : ratio(validator.is_active ? validator.tokens : 0n, bonded);
  return { stakeShare, slashes: validator.slashes };
}

/** Parameters of this module that the consensus of the network has to agree with. */
export type ConsensusRules = {
  /** How long evidence of misbehaviour is valid: the stake can be slashed until it is unbonded. */
  readonly evidenceSeconds: number;
  /**
   * All key types that the chain can verify, whatever the parameters allow now: consensus would halt at an unknown key
   * type.
   */
  readonly keyTypes: readonly ConsensusKeyType[];
};

type ActiveValidator = { readonly operator: Address; readonly validator: Validator; readonly delegated: bigint };

/** The active set with its validators; `delegated` is what others than the operator have bonded, in uqor. */
export function activeValidators(state: StateView): readonly ActiveValidator[] {
  return activeSetRecord.get(state).flatMap((operator) => {
    const validator = validators.get(state, operator);
    if (validator === undefined) return [];
    const own = uqorOfShares(validator, sharesOf(state, operator, operator));
    return [{ operator, validator, delegated: validator.tokens - own }];
  });
}

/** Counters of punishments since genesis. */
export function punishments(state: StateView): { readonly slashes: number; readonly jailings: number } {
  const { slashes, jailed } = totalsRecord.get(state);
  return { slashes, jailings: jailed };
}

/** Part of the supply that is bonded. */
export function bondedRatio(state: StateView): Decimal {
  const supply = weiToUqor(totalSupply(state));
  return supply === 0n ? zero : ratio(bondedUqor(state), supply);
}

/** What rewards depend on. */
export const rewardStakes = {
  stakeOf: stakeOfOperator,
  sharesOf,
  bonded: bondedUqor,
  *validators(state: StateView): Iterable<readonly [operator: Address, stake: Stake]> {
    for (const [[operator], validator] of validators.list(state)) yield [operator, stakeOf(validator)];
  },
  *delegations(state: StateView): Iterable<readonly [delegator: Address, operator: Address, shares: bigint]> {
    for (const [[delegator, operator], shares] of delegations.list(state)) yield [delegator, operator, shares];
  },
};
