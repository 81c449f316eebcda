import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'the signature is not right',
  3: 'the key has the wrong length',
  6: 'the account has no registered key',
  7: 'the account has a registered key; rotate it instead',
  10: 'no such algorithm',
  11: 'the algorithm takes no new keys',
  12: 'the algorithm exists already',
  13: 'the algorithm is disabled',
  14: 'a migration from this algorithm is under way',
  15: 'no migration leads from the old algorithm to the new one',
  19: 'only the authority may do this',
  26: 'the kind of key must be hybrid, pqc_only or classical_only',
  27: 'the new key is the old one',
  28: 'the security level is below the minimum',
  29: 'a reason must be given',
  30: 'no signature scheme of that name',
  31: 'a migration lasts at most 4,294,967,295 blocks',
} as const;

export const refuse = (code: keyof typeof faults): ModuleFault => ({ code, reason: faults[code] });
