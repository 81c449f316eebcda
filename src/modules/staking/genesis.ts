import type { HookEnvironment } from '../../kernel/module.ts';
import { treasury } from '../../kernel/module-account.ts';
import { transferUqor, uqorBalance } from '../../kernel/module-sdk/coins.ts';
import type { Network } from '../../kernel/network.ts';
import { toBech32 } from '../../primitives/address.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { stakingAddress } from '../addresses.ts';
import { renewActiveSet } from './active-set.ts';
import {
  activeSet,
  delegations,
  operatorsByConsensus,
  ranking,
  totalsRecord,
  unbondings,
  validators,
} from './records.ts';
import { isRanked, type RewardSettlement, rankOf } from './stake.ts';

/** Stake of the one validator of a development network, in uqor. */
const developmentStake = 1_000_000_000_000n;

/** What a development network starts with: its first account operates the one validator. */
export function defaultSection(network: Network): object {
  const [first] = developmentAccounts;
  if (network !== 'dev' || first === undefined) return {};
  const operator = toBech32(first.address);
  const shares = (developmentStake * 1_000_000n).toString();
  const stake = { tokens: developmentStake.toString(), shares, commission: '0.05' };
  const fresh = {
    is_active: false,
    jailed: false,
    jailed_until: 0,
    created_height: 0,
    slashes: 0,
    missed_blocks: 0,
    window_start: 0,
  };
  return {
    validator: [{ key: [operator], value: { consensus: operator, moniker: 'development', ...stake, ...fresh } }],
    delegation: [{ key: [operator, operator], value: shares }],
  };
}

/**
 * Derives what follows from validators and delegations: keys, ranking, active set. Coins that are bonded must be in the
 * module's account; what is missing comes from the treasury. Throws a RangeError when that has too little, or when the
 * shares of a validator are not those of its delegators.
 */
export function deriveRecords({ state }: HookEnvironment, rewards: RewardSettlement): void {
  const owned = new Map<string, bigint>();
  for (const [[, operator], shares] of delegations.list(state))
    owned.set(operator, (owned.get(operator) ?? 0n) + shares);
  let needed = 0n;
  for (const [, { amount }] of unbondings.list(state)) needed += amount;
  for (const [[operator], validator] of [...validators.list(state)]) {
    if ((owned.get(operator) ?? 0n) !== validator.shares) {
      throw new RangeError(`staking: the delegations to ${toBech32(operator)} do not add up to its shares`);
    }
    needed += validator.tokens;
    operatorsByConsensus.set(state, operator, validator.consensus);
    if (isRanked(validator)) ranking.set(state, true, rankOf(validator), operator);
  }
  const missing = needed - uqorBalance(state, stakingAddress);
  if (missing > 0n) transferUqor(state, treasury, stakingAddress, missing);
  if (activeSet.get(state).length > 0) return;
  totalsRecord.set(state, { ...totalsRecord.get(state), set_changed: true });
  renewActiveSet(state, rewards);
}
