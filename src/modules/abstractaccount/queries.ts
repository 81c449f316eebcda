import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { accountParam, moduleDisabled, notFound, query } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatTime } from '../../primitives/time.ts';
import { abstractaccountParams } from './params.ts';
import { type Authenticator, accounts, authenticators, type Rule, sequences } from './records.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

export const abstractaccountQueries = [
  query(
    'qor_getAbstractAccount',
    'An account that lets other keys act for it, those keys, and how much they may spend.',
    [accountParam('address', 'the account')],
    withFigures(
      {
        type: 'object',
        properties: {
          address: { ...text, description: 'qor1…' },
          account_type: { ...text, description: 'multisig, social_recovery or session_based' },
          owner: { ...text, description: 'qor1…' },
          active_sessions: { ...count, description: 'keys that have not expired' },
          spending_rules: {
            type: 'object',
            description: 'the first enabled rule; limits of 0uqor are none',
            properties: { daily_limit: text, per_tx_limit: text, allowed_denoms: { type: 'array', items: text } },
          },
          created_at_height: count,
          authenticators: {
            type: 'array',
            description: 'its keys: pubkey in base64, sequence for native executions; revoked ones are not listed',
          },
        },
      },
      {
        measured: ['address', 'owner', 'active_sessions', 'created_at_height', 'authenticators'],
        parameters: ['account_type', 'spending_rules.daily_limit', 'spending_rules.per_tx_limit'],
        withoutEffect: {
          'spending_rules.allowed_denoms': 'always uqor where there is a rule: rules count nothing else',
        },
      },
    ),
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
