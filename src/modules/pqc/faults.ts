import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  badSignature: [2, 'the signature is not right'],
  badKeyLength: [3, 'the key has the wrong length'],
  noRegisteredKey: [6, 'the account has no registered key'],
  keyAlreadyRegistered: [7, 'the account has a registered key; rotate it instead'],
  noSuchAlgorithm: [10, 'no such algorithm'],
  algorithmClosed: [11, 'the algorithm takes no new keys'],
  algorithmExists: [12, 'the algorithm exists already'],
  algorithmDisabled: [13, 'the algorithm is disabled'],
  migrationUnderWay: [14, 'a migration from this algorithm is under way'],
  noMigration: [15, 'no migration leads from the old algorithm to the new one'],
  notAuthority: [19, 'only the authority may do this'],
  hybridRequired: [20, 'the account is protected: only hybrid transactions (type 0x51) act for it'],
  hybridInvalid: [21, 'the post-quantum signature does not verify under the registered key'],
  hybridDisabled: [22, 'hybrid transactions are disabled'],
  badHybridFormat: [23, 'the hybrid signature has the wrong form'],
  unknownKeyType: [26, 'the kind of key must be hybrid, pqc_only or classical_only'],
  sameKey: [27, 'the new key is the old one'],
  securityLevelTooLow: [28, 'the security level is below the minimum'],
  reasonMissing: [29, 'a reason must be given'],
  noSuchScheme: [30, 'no signature scheme of that name'],
  accountWithCode: [32, 'an account with code cannot be protected; remove its delegation (EIP-7702) first'],
  sameProtection: [33, 'the protection is so already'],
  migrationTooLong: [31, 'a migration lasts at most 4,294,967,295 blocks'],
});
