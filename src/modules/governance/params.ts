import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { coins, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { governanceAddress } from '../addresses.ts';

const daySeconds = 86_400;
const qor = 1_000_000n;

const codec = struct({
  /** uqor with which voting begins */
  min_deposit: coins(1n),
  /** part of it that the proposer pays at once */
  min_first_part: part(),
  /** seconds in which the deposit must be completed */
  deposit_seconds: seconds(1),
  /** seconds of voting; never longer than unbonding takes */
  voting_seconds: seconds(1),
  /** part of all bonded stake and locked xQORE that must vote */
  quorum: part(),
  /** part of the votes, abstentions left out, that must be exceeded by yes */
  threshold: part(),
  /** part of the votes above which a veto rejects and burns the deposit */
  veto_threshold: part(),
  /** uqor that the treasury pays to the proposer of what has passed, if it has them */
  reward: coins(),
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
    deposit_seconds: 5 * daySeconds,
    voting_seconds: 5 * daySeconds,
    quorum: parseDecimal('0.334'),
  },
  development: { min_deposit: 100n * qor, deposit_seconds: 20, voting_seconds: 20 },
});
