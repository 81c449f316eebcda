import { flag } from '../../kernel/codec/scalars.ts';
import { numberOf, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { abstractaccountAddress } from '../addresses.ts';

/** No key may be valid for longer, in seconds. */
export const maxSessionSeconds = 30 * 86_400;

/** Limits of one account, whatever the parameters are. */
export const [mostSessionKeys, mostSpendingRules] = [100, 100] as const;

export const abstractaccountParams = paramsOf(abstractaccountAddress, {
  /** whether accounts and keys can be added; existing rules and keys always apply */
  enabled: param(flag, true),
  max_session_keys: param(numberOf('keys', 0, mostSessionKeys, 'an answer lists all keys of an account'), 10),
  max_spending_rules: param(numberOf('rules', 0, mostSpendingRules, 'every payment of a key reads them all'), 5),
  /** seconds a key is valid when its expiry is given as 0 */
  default_session_ttl: param(seconds(1, maxSessionSeconds), 86_400),
  /** seconds that the owner has to cancel a recovery by guardians */
  recovery_delay: param(seconds(3_600, 365 * 86_400), 172_800),
});
