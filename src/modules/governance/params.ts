import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { amount, count, fraction } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { one, parseDecimal } from '../../primitives/decimal/decimal.ts';
import { governanceAddress } from '../addresses.ts';

const day = 86_400;
const qor = 1_000_000n;

const codec = struct({
  /** uqor with which voting begins */
  min_deposit: amount,
  /** part of it that the proposer pays at once */
  min_first_part: fraction,
  /** seconds in which the deposit must be completed */
  deposit_seconds: count,
  /** seconds of voting; never longer than unbonding takes */
  voting_seconds: count,
  /** part of all bonded stake that must vote */
  quorum: fraction,
  /** part of the votes, abstentions left out, that must be exceeded by yes */
  threshold: fraction,
  /** part of the votes above which a veto rejects and burns the deposit */
  veto_threshold: fraction,
  /** uqor that the treasury pays to the proposer of what has passed, if it has them */
  reward: amount,
});
export type GovernanceParams = DecodedBy<typeof codec>;

export const governanceParams = paramsOf(governanceAddress, {
  codec,
  defaults: {
    min_deposit: 10_000n * qor,
    min_first_part: parseDecimal('0.1'),
    deposit_seconds: 600,
    voting_seconds: 600,
    quorum: parseDecimal('0.1'),
    threshold: parseDecimal('0.5'),
    veto_threshold: parseDecimal('0.334'),
    reward: 1_000n * qor,
  },
  mainnet: {
    min_deposit: 50_000n * qor,
    deposit_seconds: 5 * day,
    voting_seconds: 5 * day,
    quorum: parseDecimal('0.334'),
  },
  development: { min_deposit: 100n * qor, deposit_seconds: 20, voting_seconds: 20 },
  check: ({ min_first_part, quorum, threshold, veto_threshold, min_deposit, deposit_seconds, voting_seconds }) => {
    const isPart = (value: bigint) => value >= 0n && value <= one;
    if (![min_first_part, quorum, threshold, veto_threshold].every(isPart)) return 'parts must be from 0 to 1';
    if (min_deposit === 0n) return 'min_deposit must be above 0';
    return deposit_seconds < 1 || voting_seconds < 1 ? 'periods must be at least 1 second' : undefined;
  },
});
