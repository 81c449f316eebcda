import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, flag, oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blockHeight, unixTime, uqorAmount, uqorSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { sha256 } from '../../primitives/crypto/sha256.ts';
import { toHex } from '../../primitives/hex.ts';
import { abstractaccountAddress } from '../addresses.ts';

const { table } = recordsOf(abstractaccountAddress);

export const accountTypes = ['multisig', 'social_recovery', 'session_based'] as const;
const schemes = ['ed25519', 'secp256k1'] as const;
export const permissionNames = ['all', 'send', 'delegate', 'withdraw', 'evm', 'deploy'] as const;
export type Permission = (typeof permissionNames)[number];

const rule = struct({
  id: text,
  /** uqor per UTC day and key; 0 sets no limit */
  daily_limit: uqorAmount,
  /** uqor per execution; 0 sets no limit */
  per_tx_limit: uqorAmount,
  enabled: flag,
});
export type Rule = DecodedBy<typeof rule>;

const authenticator = struct({
  scheme: oneOf(...schemes),
  pubkey: blob,
  permissions: list(oneOf(...permissionNames)),
  expiry: unixTime,
  label: text,
  created_at: blockHeight,
  /** the last UTC day it spent on, in days since 1970 */
  spent_day: count,
  /** uqor on that day */
  spent: uqorSum,
});
export type Authenticator = DecodedBy<typeof authenticator>;

const accountRecord = struct({
  account_type: oneOf(...accountTypes),
  /** acts by executeAsOwner, besides the account itself; another one after a recovery */
  owner: account,
  rules: list(rule),
  created_at: blockHeight,
});
export type Account = DecodedBy<typeof accountRecord>;

export const accounts = table(
  1,
  'account',
  'Accounts that let other keys act for them, and how much those may spend.',
  [accountKey('address', 'the account')],
  accountRecord,
);
export const authenticators = table(
  2,
  'authenticator',
  'Keys that may act for an account.',
  [accountKey('address', 'the account'), textKey('key', 'SHA-256 of scheme and key, in hex')],
  authenticator,
);
export const keyOwners = table(
  3,
  'key_owner',
  'The account each key acts for.',
  [textKey('key', 'SHA-256 of scheme and key, in hex')],
  account,
);
export const sequences = table(
  4,
  'sequence',
  'Native executions of each key so far; kept when the key is revoked, so that none counts twice.',
  [accountKey('address', 'the account'), textKey('key', 'SHA-256 of scheme and key, in hex')],
  count,
);

export const possessions = table(
  5,
  'possession',
  'Keys that have signed who they act for: how often, and whether the registration of now was signed.',
  [textKey('key', 'SHA-256 of scheme and key, in hex')],
  struct({ used: count, is_current: flag }),
);

export const spendings = table(
  6,
  'spending',
  'Uqor that the keys of an account have spent so far.',
  [accountKey('address', 'the account')],
  uqorSum,
);

/** Most signers or guardians of an account. */
export const maxMembers = 20;

export const signers = table(
  7,
  'signers',
  'Signers of multisigs and guardians of accounts, and how many of them it takes.',
  [accountKey('address', 'the account')],
  struct({ members: list(account), threshold: count }),
);
export const approvals = table(
  8,
  'approval',
  'Whom each guardian names as the owner of an account.',
  [accountKey('address', 'the account'), accountKey('guardian', 'who names')],
  account,
);
export const recoveries = table(
  9,
  'recovery',
  'Owners that enough guardians have named, and the time (seconds since 1970) from which they can be.',
  [accountKey('address', 'the account')],
  struct({ new_owner: account, due_at: count }),
);

/** The key of the record of a session key. */
export function keyId(scheme: string, pubkey: Uint8Array): string {
  return toHex(sha256(concatBytes(new TextEncoder().encode(`${scheme}/`), pubkey))).slice(2);
}
