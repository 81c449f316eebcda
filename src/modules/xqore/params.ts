import { boundedList } from '../../kernel/codec/bounded.ts';
import { flag } from '../../kernel/codec/scalars.ts';
import { laterMember, list, struct } from '../../kernel/codec/structures.ts';
import { blocks, coins, factor, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal, zero } from '../../primitives/decimal/decimal.ts';
import { xqoreAddress } from '../addresses.ts';

const daySeconds = 86_400;

const held = seconds(0);
const penaltyTier = struct({
  /** held at least this long, in seconds */
  held_seconds: held,
  rate: part(),
});
const multiplierTier = struct({ held_seconds: held, multiplier: factor(zero, 100) });

const tier = (days: number, rate: string) => ({ held_seconds: days * daySeconds, rate: parseDecimal(rate) });
const multiplier = (days: number, value: string) => ({
  held_seconds: days * daySeconds,
  multiplier: parseDecimal(value),
});

const parameters = {
  enabled: param(flag, true),
  /** uqor */
  min_lock_amount: param(coins(), 1_000_000n),
  /** weight of one xQORE in governance relative to one staked QOR */
  governance_multiplier: param(factor(zero, 100), parseDecimal('2')),
  /** part of an exit penalty that is burned; the rest goes to the other holders */
  penalty_burn_rate: param(part(), parseDecimal('0')),
  /** blocks between two rebases */
  rebase_interval: param(blocks(1), 100, { development: 5 }),
  penalties: param(boundedList(list(penaltyTier), 1, 100, 'every unlock reads them'), [
    tier(0, '0.50'),
    tier(30, '0.35'),
    tier(90, '0.15'),
    tier(180, '0'),
  ]),
  lock_multipliers: param(boundedList(list(multiplierTier), 1, 100, 'every weight reads them'), [
    multiplier(0, '1'),
    multiplier(90, '1.2'),
    multiplier(180, '1.4'),
    multiplier(365, '1.7'),
    multiplier(730, '2'),
  ]),
  /**
   * seconds from the last lock after which a position has a part in penalties: who locks because a large penalty is about
   * to be paid has none
   */
  share_after_seconds: param(laterMember(held), 30 * daySeconds, { development: 0 }),
};

export const xqoreParams = paramsOf(xqoreAddress, parameters, ({ penalties, lock_multipliers }) => {
  if (!startsAtZeroAndRises(penalties)) return 'penalties must start at 0 seconds and rise strictly';
  if (!startsAtZeroAndRises(lock_multipliers)) return 'lock_multipliers must start at 0 seconds and rise strictly';
  return undefined;
});

function startsAtZeroAndRises(tiers: readonly { readonly held_seconds: number }[]): boolean {
  return (
    tiers.every(({ held_seconds }, at) =>
      at === 0 ? held_seconds === 0 : held_seconds > (tiers[at - 1]?.held_seconds ?? 0),
    ) && tiers.length > 0
  );
}
