import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { numberOf, seconds } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { abstractaccountAddress } from '../addresses.ts';

/** No key may be valid for longer, in seconds. */
export const maxSessionSeconds = 30 * 86_400;

/** Limits of one account, whatever the parameters are. */
export const [mostSessionKeys, mostSpendingRules] = [100, 100] as const;

export const abstractaccountParams = paramsOf(abstractaccountAddress, {
  codec: struct({
    /** whether accounts and keys can be added; existing rules and keys always apply */
    enabled: flag,
    max_session_keys: numberOf('keys', 0, mostSessionKeys, 'an answer lists all keys of an account'),
    max_spending_rules: numberOf('rules', 0, mostSpendingRules, 'every payment of a key reads them all'),
    /** seconds a key is valid when its expiry is given as 0 */
    default_session_ttl: seconds(1, maxSessionSeconds),
    /** seconds that the owner has to cancel a recovery by guardians */
    recovery_delay: seconds(3_600, 365 * 86_400),
  }),
  defaults: {
    enabled: true,
    max_session_keys: 10,
    max_spending_rules: 5,
    default_session_ttl: 86_400,
    recovery_delay: 172_800,
  },
});
