import { count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { abstractaccountAddress } from '../addresses.ts';

/** No key may be valid for longer, in seconds. */
export const maxSessionSeconds = 30 * 86_400;

export const abstractaccountParams = paramsOf(abstractaccountAddress, {
  codec: struct({
    /** whether accounts and keys can be added; existing rules and keys always apply */
    enabled: flag,
    max_session_keys: count,
    max_spending_rules: count,
    /** seconds a key is valid when its expiry is given as 0 */
    default_session_ttl: count,
  }),
  defaults: { enabled: true, max_session_keys: 10, max_spending_rules: 5, default_session_ttl: 86_400 },
  check: ({ default_session_ttl }) =>
    default_session_ttl < 1 || default_session_ttl > maxSessionSeconds
      ? 'default_session_ttl must be from 1 second to 30 days'
      : undefined,
});
