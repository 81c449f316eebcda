import { coins, part, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { type ParamValues, param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { parseDecimal } from '../../primitives/decimal/decimal.ts';
import { governanceAddress } from '../addresses.ts';

const daySeconds = 86_400;
const qor = 1_000_000n;

const parameters = {
  /** uqor with which voting begins */
  min_deposit: param(coins(1n), 10_000n * qor, { mainnet: 50_000n * qor, development: 100n * qor }),
  /** part of it that the proposer pays at once */
  min_first_part: param(part(), parseDecimal('0.1')),
  /** seconds in which the deposit must be completed */
  deposit_seconds: param(seconds(1), 600, { mainnet: 5 * daySeconds, development: 20 }),
  /** seconds of voting; never longer than unbonding takes */
  voting_seconds: param(seconds(1), 600, { mainnet: 5 * daySeconds, development: 20 }),
  /** part of all bonded stake and locked xQORE that must vote */
  quorum: param(part(), parseDecimal('0.1'), { mainnet: parseDecimal('0.334') }),
  /** part of the votes, abstentions left out, that must be exceeded by yes */
  threshold: param(part(), parseDecimal('0.5')),
  /** part of the votes above which a veto rejects and burns the deposit */
  veto_threshold: param(part(), parseDecimal('0.334')),
  /** uqor that the treasury pays to the proposer of what has passed, if it has them */
  reward: param(coins(), 1_000n * qor),
};
export type GovernanceParams = ParamValues<typeof parameters>;

export const governanceParams = paramsOf(governanceAddress, parameters);
