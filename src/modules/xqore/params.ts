import { amount, count, flag, fraction } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { xqoreAddress } from '../addresses.ts';

const day = 86_400;

const penaltyTier = struct({
  /** held at least this long, in seconds */
  held_seconds: count,
  rate: fraction,
});
const multiplierTier = struct({ held_seconds: count, multiplier: fraction });

const codec = struct({
  enabled: flag,
  /** uqor */
  min_lock_amount: amount,
  /** weight of one xQORE in governance relative to one staked QOR */
  governance_multiplier: fraction,
  /** part of an exit penalty that is burned; the rest goes to the other holders */
  penalty_burn_rate: fraction,
  /** blocks between two rebases */
  rebase_interval: count,
  penalties: list(penaltyTier),
  lock_multipliers: list(multiplierTier),
});

const tier = (days: number, rate: string) => ({ held_seconds: days * day, rate: parseDecimal(rate) });
const multiplier = (days: number, value: string) => ({ held_seconds: days * day, multiplier: parseDecimal(value) });

export const xqoreParams = paramsOf(xqoreAddress, {
  codec,
  defaults: {
    enabled: true,
    min_lock_amount: 1_000_000n,
    governance_multiplier: parseDecimal('2'),
    penalty_burn_rate: parseDecimal('0'),
    rebase_interval: 100,
    penalties: [tier(0, '0.50'), tier(30, '0.35'), tier(90, '0.15'), tier(180, '0')],
    lock_multipliers: [
      multiplier(0, '1'),
      multiplier(90, '1.2'),
      multiplier(180, '1.4'),
      multiplier(365, '1.7'),
      multiplier(730, '2'),
    ],
  },
  development: { rebase_interval: 5 },
  check: ({ rebase_interval, penalties, lock_multipliers, penalty_burn_rate }) => {
    if (rebase_interval < 1) return 'rebase_interval must be at least 1 block';
    if (penalty_burn_rate < 0n || penalty_burn_rate > parseDecimal('1')) return 'penalty_burn_rate must be from 0 to 1';
    if (penalties.some(({ rate }) => rate < 0n || rate > parseDecimal('1'))) return 'penalty rates must be from 0 to 1';
    if (!startsAtZeroAndRises(penalties)) return 'penalties must start at 0 seconds and rise strictly';
    if (!startsAtZeroAndRises(lock_multipliers)) return 'lock_multipliers must start at 0 seconds and rise strictly';
    return undefined;
  },
});

function startsAtZeroAndRises(tiers: readonly { readonly held_seconds: number }[]): boolean {
  return (
    tiers.every(({ held_seconds }, at) =>
      at === 0 ? held_seconds === 0 : held_seconds > (tiers[at - 1]?.held_seconds ?? 0),
    ) && tiers.length > 0
  );
}
