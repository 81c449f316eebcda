import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBech32 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { toHex } from '../../primitives/hex.ts';
import { genesisWith, openModuleChain } from '../../testing/module-chain.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { keyId } from './records.ts';

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

test('a key of a genesis that is no key signs nothing, also not by bytes that are no signature', () => {
  const account = accountOf(1);
  const pubkey = new Uint8Array(64).fill(7); // without the byte 04 in front
  const value = {
    ...{ scheme: 'secp256k1', pubkey: toHex(pubkey).slice(2), permissions: ['all'], expiry: 4_000_000_000, label: '' },
    ...{ created_at: 0, spent_day: 0, spent: '0' },
  };
  const authenticator = [{ key: [toBech32(account), keyId('secp256k1', pubkey)], value }];
  const network = openModuleChain(genesisWith({ abstractaccount: { authenticator } }));
  const order = { account, scheme: 'secp256k1', pubkey, signature: new Uint8Array(64), to: accountOf(2), nonce: 0n };
  const transactions = [
    network.call(2, 'abstractaccount', 'executeNative', { ...order, amount: 1n }),
    network.call(2, 'abstractaccount', 'executeEvm', { ...order, value: 1n, data: emptyBytes, gasLimit: 21_000n }),
  ];
  assert.deepEqual(
    network.mine({ transactions }).receipts.map(({ status }) => status),
    [0, 0],
  );
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
