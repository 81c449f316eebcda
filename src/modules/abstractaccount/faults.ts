import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  notFound: [2, 'no such account, rule or key'],
  alreadyRegistered: [3, 'the account or key is registered already'],
  unknownAccountType: [4, 'the type must be multisig, social_recovery or session_based'],
  spendingLimitExceeded: [5, 'the spending limit is exceeded'],
  badKeyExpiry: [6, 'the key has expired, or would be valid for more than 30 days'],
  tooManyKeys: [7, 'the account has as many keys as it may have'],
  badSpendingRule: [8, 'a rule needs an id of 1 to 32 characters, and an account has few of them'],
  moduleOff: [9, 'the module is off'],
  notPermitted: [10, 'the key may not do this'],
  wrongNonce: [11, 'the nonce is not the next one'],
  unknownScheme: [12, 'the scheme must be ed25519 (32 bytes) or secp256k1 (33 or 65 bytes, or a 20-byte address)'],
  unknownPermission: [13, 'permissions must be some of all, send, delegate, withdraw, evm, deploy'],
  badSignature: [14, 'the signature is not right'],
  labelTooLong: [15, 'the label is longer than 64 bytes'],
  targetIsSelf: [16, 'an account cannot be its own target'],
  notExecutable: [17, 'the gas limit does not suffice'],
  badTarget: [18, 'the target is not 0x and 40 hex digits, or empty'],
  notOwner: [21, 'only the owner of the account may do this'],
  notGuardian: [22, 'the caller is no guardian of the account'],
  badSigners: [23, 'the signers are not right'],
  wrongType: [24, 'the account is of another type'],
  alreadyApproved: [25, 'the caller names that owner already'],
  notDue: [26, 'the delay is not over'],
  protectedAccount: [20, 'the account is protected: only its own hybrid transactions (type 0x51) act for it'],
});
