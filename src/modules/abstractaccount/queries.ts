import {
  integer,
  listOf,
  measured,
  objectOf,
  parameter,
  text,
  withoutEffect,
} from '../../kernel/module-sdk/figures.ts';
import { accountParam, moduleDisabled, notFound, query } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatTime } from '../../primitives/time.ts';
import { abstractaccountParams } from './params.ts';
import { type Authenticator, accounts, authenticators, type Rule, sequences } from './records.ts';

export const abstractaccountQueries = [
  query(
    'qor_getAbstractAccount',
    'An account that lets other keys act for it, those keys, and how much they may spend.',
    [accountParam('address', 'the account')],
    objectOf({
      address: measured(text, 'qor1…'),
      account_type: parameter(text, 'multisig, social_recovery or session_based'),
      owner: measured(text, 'qor1…'),
      active_sessions: measured(integer, 'keys that have not expired'),
      spending_rules: objectOf(
        {
          daily_limit: parameter(text),
          per_tx_limit: parameter(text),
          allowed_denoms: withoutEffect('always uqor where there is a rule: rules count nothing else', listOf(text)),
        },
        { description: 'the first enabled rule; limits of 0uqor are none' },
      ),
      created_at_height: measured(integer),
      authenticators: measured(
        { type: 'array' },
        'its keys: pubkey in base64, sequence for native executions; revoked ones are not listed',
      ),
    }),
    ({ state, block }, address) => {
      if (!abstractaccountParams.get(state).enabled) throw moduleDisabled('abstractaccount');
      const account = accounts.get(state, address);
      if (account === undefined) throw notFound(`${toBech32(address)} is no abstract account`);
      const keys = [...authenticators.list(state, [address])];
      return {
        address: toBech32(address),
        account_type: account.account_type,
        owner: toBech32(account.owner),
        active_sessions: keys.filter(([, { expiry }]) => BigInt(expiry) > block.timestamp).length,
        spending_rules: ruleView(account.rules.find(({ enabled }) => enabled)),
        created_at_height: account.created_at,
        authenticators: keys.map(([[, id], key]) => keyView(key, sequences.get(state, address, id) ?? 0)),
      };
    },
  ),
];

function ruleView(rule: Rule | undefined) {
  return {
    daily_limit: `${rule?.daily_limit ?? 0n}uqor`,
    per_tx_limit: `${rule?.per_tx_limit ?? 0n}uqor`,
    allowed_denoms: rule === undefined ? [] : ['uqor'],
  };
}

function keyView({ scheme, pubkey, permissions, expiry, label }: Authenticator, sequence: number) {
  const key = Buffer.from(pubkey).toString('base64');
  return { scheme, pubkey: key, permissions, expiry: formatTime(expiry), label, revoked: false, sequence };
}
