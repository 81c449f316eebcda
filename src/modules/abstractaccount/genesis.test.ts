import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBech32 } from '../../primitives/address.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';

/** A genesis in which an account has so many keys and rules. */
function withKeys(keys: number, rules: number) {
  const account = toBech32(accountOf(1));
  const digits = (at: number) => at.toString(16).padStart(64, '0');
  const rule = (at: number) => ({ id: `rule-${at}`, daily_limit: '1', per_tx_limit: '1', enabled: true });
  const value = { account_type: 'session_based', owner: account, created_at: 0 };
  const authenticator = (at: number) => ({
    key: [account, digits(at)],
    value: {
      ...{ scheme: 'ed25519', pubkey: digits(at), permissions: ['all'], expiry: 2_000_000_000, label: '' },
      ...{ created_at: 0, spent_day: 0, spent: '0' },
    },
  });
  return genesisWith({
    abstractaccount: {
      account: [{ key: [account], value: { ...value, rules: Array.from({ length: rules }, (_, at) => rule(at)) } }],
      authenticator: Array.from({ length: keys }, (_, at) => authenticator(at)),
    },
  });
}

test('a genesis has no account with more keys or rules than any parameters allow', () => {
  openModuleChain(withKeys(100, 100)).mine();
  assert.throws(() => openModuleChain(withKeys(101, 0)), { name: 'RangeError', message: /has 101 keys; at most 100/ });
  assert.throws(() => openModuleChain(withKeys(0, 101)), { name: 'RangeError', message: /has 101 rules; at most 100/ });
});

test('a genesis names algorithms by a byte, as calls do', () => {
  const migration = (id: number) => ({
    key: [id],
    value: { to_algorithm_id: 1, start_height: 1, end_height: 9, migrated_accounts: 0 },
  });
  assert.throws(
    () => openModuleChain(genesisWith({ pqc: { migration: [migration(256)] } })),
    /id: must be at most 255/,
  );
});
