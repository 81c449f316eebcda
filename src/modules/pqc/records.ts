import { mlDsaSchemes } from '@qord/curves/ml-dsa';
import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { blob, count, oneOf, text } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight, dueHeight } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey } from '../../kernel/module-sdk/record-key.ts';
import { pqcAddress } from '../addresses.ts';

const { table, single } = recordsOf(pqcAddress);

/** active: new keys and verification; migrating and deprecated: verification only; disabled: nothing. */
const algorithmStatuses = ['active', 'migrating', 'deprecated', 'disabled'] as const;
export const keyTypes = ['hybrid', 'pqc_only', 'classical_only'] as const;

const algorithm = struct({
  name: text,
  category: oneOf('signature', 'kem'),
  /** how signatures are verified; for a kem the name of its standard */
  scheme: oneOf(...mlDsaSchemes, 'ml-kem-1024'),
  nist_level: count,
  status: oneOf(...algorithmStatuses),
  public_key_size: count,
  private_key_size: count,
  /** Size of a signature, or of the ciphertext of a KEM. */
  signature_size: count,
  added_at_height: blockHeight,
  deprecated_at_height: blockHeight,
  /** accounts whose registered key it is */
  accounts: count,
});
export type Algorithm = DecodedBy<typeof algorithm>;

const key = struct({
  public_key: blob,
  algorithm_id: count,
  ecdsa_pubkey: blob,
  key_type: oneOf(...keyTypes),
  created_at_height: blockHeight,
});
export type RegisteredKey = DecodedBy<typeof key>;

const migration = struct({
  to_algorithm_id: count,
  start_height: blockHeight,
  end_height: dueHeight,
  migrated_accounts: count,
});

/** Calls name an algorithm by a byte; each block looks at all migrations. */
const id = numberKey('id', 'number of the algorithm', 255);
export const algorithms = table(1, 'algorithm', 'Algorithms and where they are in their life.', [id], algorithm);
export const keys = table(2, 'key', 'Registered keys.', [accountKey('account', 'owner of the key')], key);
export const migrations = table(3, 'migration', 'Migrations under way, by the algorithm they leave.', [id], migration);
export const statisticsRecord = single(
  4,
  'statistics',
  'Counters since genesis.',
  struct({
    total_pqc_verifications: count,
    total_key_migrations: count,
    total_registrations: count,
    total_hybrid_verifications: count,
  }),
  {
    total_pqc_verifications: 0,
    total_key_migrations: 0,
    total_registrations: 0,
    total_hybrid_verifications: 0,
  },
);
export const protections = table(
  5,
  'protection',
  'Accounts that act by hybrid transactions only.',
  [accountKey('account', 'the account')],
  struct({ since_height: blockHeight }),
);
